#!/usr/bin/env python3
"""Prints as JSON what osxphotos reads in records: osxphotos_record.py WHEEL FILE..."""

import json
import sys
import types

wheel, *files = sys.argv[1:]
# In place of the package's own first module, which imports all of it and what only macOS has.
package = types.ModuleType("osxphotos")
package.__path__ = [f"{wheel}/osxphotos"]
sys.modules["osxphotos"] = package

from osxphotos.adjustmentsinfo import AdjustmentsInfo  # noqa: E402

read = {}
for file in files:
    read[file] = AdjustmentsInfo(file).asdict()
    read[file]["data"] = len(read[file]["data"])
print(json.dumps(read))
