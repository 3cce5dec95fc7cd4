"""FMUs for the tests of the master: the small one of its own (own.c), built for 2.0 and 3.0, and archives of any kind."""
import os
import re
import subprocess
import zipfile

HERE = 'tests/master'
PLATFORM = {2: 'linux64', 3: 'x86_64-linux'}


def text(version):
    with open(f'{HERE}/own{version}.xml') as f:
        return f.read()


def stubs(version, work):
    """A C file with all functions of the standard that own.c lacks: each returns Error."""
    with open(f'runtime/fmi/fmi{version}.h') as f:
        names = re.findall(r'^    X\([^,]*, (\w+),', f.read(), re.M)
    name = f'{work}/stubs{version}.c'
    with open(name, 'w') as f:
        f.writelines(f'__attribute__((weak)) int fmi{version}{n}(void) {{ return 3; }}\n' for n in names)
    return name


def library(version, work, *flags, stub=True, name='own'):
    """Builds it; the file's bytes."""
    file = f'{work}/{name}{version}.so'
    subprocess.run([os.environ.get('CC', 'gcc'), '-shared', '-fPIC', '-Iruntime/fmi', f'-DVERSION={version}',
                    f'-DTOKEN="{{own-{version}}}"', *flags, f'{HERE}/own.c', *([stubs(version, work)] if stub else []), '-o', file, '-lm'],
                   check=True)
    with open(file, 'rb') as f:
        return f.read()


def archive(file, parts):
    """parts: name -> bytes, text, or (ZipInfo, bytes)."""
    with zipfile.ZipFile(file, 'w', zipfile.ZIP_DEFLATED) as z:
        for name, content in parts if isinstance(parts, list) else parts.items():
            z.writestr(*(content if isinstance(content, tuple) else (name, content)))
    return file


def own(version, file, xml=None, library=None, **more):
    return archive(file, {'modelDescription.xml': text(version) if xml is None else xml,
                          f'binaries/{PLATFORM[version]}/own.so': library, 'resources/size.txt': 'twelve bytes', **more})
