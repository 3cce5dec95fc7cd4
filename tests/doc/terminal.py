"""dtc doc on a terminal: lines as wide as it is, and not as narrow as half of it; terminal.py DTC WIDTH"""
import fcntl
import os
import pty
import struct
import sys
import termios

width = int(sys.argv[2])
main, other = pty.openpty()
fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
pid = os.fork()
if pid == 0:
    os.dup2(other, 1)
    os.execv(sys.argv[1], [sys.argv[1], "doc", "Clutch.Brake"])
os.close(other)
text = b""
try:
    while piece := os.read(main, 4096):
        text += piece
except OSError:                            # its other end is closed
    pass
_, code = os.waitpid(pid, 0)
lines = text.decode().replace("\r", "").split("\n")
page = lines[:next(i for i, line in enumerate(lines) if line.startswith("Equations"))]
widest = max(len(line.rstrip()) for line in page)
if code or "f_normalized" not in text.decode() or not width/2 < widest <= width:
    sys.exit(f"on a terminal of {width} characters the widest line has {widest}, exit code {code}")
