"""Settings of all tests: small tables are built once, in a folder of the tests."""

from __future__ import annotations

import os
from pathlib import Path

if "CUBIFORM_TABLES" not in os.environ:
    folder = Path(__file__).parents[2] / "target" / "python-tables"
    os.environ["CUBIFORM_TABLES"] = str(folder)
