"""schema.py FILE...: JSON of dtc diagram is as docs/dtc.schema.json says."""
import json
import sys

import jsonschema

with open("docs/dtc.schema.json", encoding="utf-8") as f:
    form = jsonschema.Draft202012Validator(json.load(f))
for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as f:
        form.validate(json.load(f))
