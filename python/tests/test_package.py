"""Tests of the package as it is installed: its metadata, its licences, and its command."""

from __future__ import annotations

import importlib.metadata
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import cubiform
import cubiform.__main__

ROOT = Path(__file__).parents[2]
LICENCES = ["LICENSE-MIT", "LICENSE-APACHE"]


def test_version_is_that_of_the_package() -> None:
    assert cubiform.__version__ == importlib.metadata.version("cubiform")


def test_licences_are_those_of_the_repository_and_are_installed() -> None:
    package = importlib.metadata.distribution("cubiform")
    assert package.metadata.get_all("License-File") == LICENCES
    for name in LICENCES:
        text = (ROOT / name).read_text(encoding="utf-8")
        assert (ROOT / "python" / name).read_text(encoding="utf-8") == text
        assert package.read_text(f"licenses/{name}") == text


def test_description_has_no_relative_links() -> None:
    text = (ROOT / "python" / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"\]\((?!https://)[^)]*\)", text) == []
    assert importlib.metadata.metadata("cubiform").get_payload().strip() == text.strip()


def command(*arguments: str, **options: Any) -> Any:
    program = [sys.executable, "-m", "cubiform", *arguments]
    return subprocess.run(program, capture_output=True, text=True, timeout=120, **options)


def test_command_is_installed() -> None:
    (script,) = importlib.metadata.entry_points(group="console_scripts", name="cubiform")
    assert script.load() is cubiform.__main__.main


def test_command_answers_and_returns_its_exit_code() -> None:
    version = command("--version")
    assert version.returncode == 0, version.stderr
    # The commit, or that there is none, and the platform follow.
    assert re.fullmatch(rf"cubiform {re.escape(cubiform.__version__)} \(.+, .+\)\n", version.stdout), version.stdout
    answer = command("analyze", "R U F", "--stages", "cross", "--format", "csv")
    assert answer.returncode == 0, answer.stderr
    expected = cubiform.analyze("R U F", stages="cross")
    assert answer.stdout.splitlines()[1].split(",")[1:] == [str(n) for n in list(expected.to_pylist()[0].values())[3:]]
    wrong = command("analyse")
    assert (wrong.returncode, wrong.stdout) == (2, "") and "Usage: cubiform" in wrong.stderr
    failed = command("analyze", "R Q")
    assert failed.returncode == 1 and "'Q' is not a move" in failed.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_interrupt_ends_the_command_in_its_own_way() -> None:
    program = [sys.executable, "-m", "cubiform", "analyze", "--random", "100000000", "--stages", "cross", "--format", "csv"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline().startswith("id,")
        assert process.stdout.readline().startswith("random-")
        process.send_signal(signal.SIGINT)
        since = time.monotonic()
        rest = process.stdout.read()
        assert process.wait(timeout=60) == 130 and time.monotonic() - since < 30
        assert process.stderr.read() == "stopped\n" and rest.endswith("\n")
