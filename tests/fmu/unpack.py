"""unpack.py FMU FOLDER: into a new folder; what is in the archive is what the standard allows."""
import sys
import zipfile

archive = zipfile.ZipFile(sys.argv[1])
names = [i.filename for i in archive.infolist()]
assert names[0] == "modelDescription.xml" and len(set(names)) == len(names), names
for i in archive.infolist():
    assert i.date_time == (1980, 1, 1, 0, 0, 0), i
    assert i.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED), i
    assert not i.filename.startswith("/") and ".." not in i.filename.split("/") and "\\" not in i.filename, i
    assert i.external_attr >> 16 == 0o100644, i
archive.extractall(sys.argv[2])
