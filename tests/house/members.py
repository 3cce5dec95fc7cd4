"""members.py FILE ...: structs of these sources with more than 25 members, those of unnamed inner structs counted."""
import re
import sys

STRUCT = re.compile(r'typedef struct\s*\w*\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*(\w+)')
MOST = 25

for name in sys.argv[1:]:
    with open(name) as file:
        text = re.sub(r'/\*.*?\*/|"([^"\\\n]|\\.)*"', '', file.read(), flags=re.DOTALL)
    for body, struct in STRUCT.findall(text):
        declared = [re.sub(r'\([^()]*\)', '', part) for part in re.split(r'[;{}]', body)]
        members = sum(1 + part.count(',') for part in declared if part.strip())
        if members > MOST:
            print(f'{name}: {struct} has {members} members')
