"""Settings of all tests: small tables are built once, in the folder that the tests in Rust share."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

if "CUBIFORM_TABLES" not in os.environ:
    folder = Path(__file__).parents[2] / "target" / "tmp" / "tables"
    os.environ["CUBIFORM_TABLES"] = str(folder)


@pytest.fixture
def ends_soon() -> Callable[[str, str], None]:
    """A check that a program, which interrupts itself and prints the seconds until it ended, ends within 0.2 seconds."""

    def check(program: str, argument: str) -> None:
        seconds = []
        # A busy machine may delay one attempt.
        for _ in range(3):
            ended = subprocess.run(
                [sys.executable, "-c", program, argument], capture_output=True, text=True, timeout=120
            )
            assert ended.returncode == 0, ended.stderr
            seconds.append(float(ended.stdout))
            if seconds[-1] < 0.2:
                return
        pytest.fail(f"ended only after {seconds} seconds")

    return check
