"""Tests of the table files: lists, builds, checks and removals, and the advice of errors about tables."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import cubiform


def call_of(hint: str) -> tuple[str, list[Any], dict[str, Any]]:
    """Returns the function and the arguments of the call at the end of a hint."""
    call = ast.parse(hint.split(": ", 1)[1], mode="eval").body
    assert isinstance(call, ast.Call)
    keywords = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
    return ast.unparse(call.func), [ast.literal_eval(argument) for argument in call.args], keywords


def row(name: str, tables: Path) -> Any:
    return next(row for row in cubiform.tables.list(tables) if row["name"] == name)


def test_tables_are_built_listed_verified_and_removed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "tables"
    assert not row("cross", folder)["built"]
    assert cubiform.tables.build("cross", "eo-cross", "cross", tables=folder) == {"cross": "built", "eo-cross": "built"}
    line = capsys.readouterr().err
    assert line.startswith("cubiform: building tables once (") and line.endswith(": cross, eo-cross\n")
    assert row("cross", folder)["built"] and Path(row("cross", folder)["path"]).parent == folder
    assert cubiform.tables.build("cross", tables=folder) == {"cross": "kept"}
    assert capsys.readouterr().err == ""
    assert cubiform.tables.build("cross", tables=folder, force=True) == {"cross": "built"}
    assert cubiform.tables.verify(tables=folder) == ["cross", "eo-cross"]
    assert cubiform.tables.remove("cross", "small", tables=folder) == ["cross", "eo-cross"]
    assert not row("cross", folder)["built"]


def test_progress_of_a_build(tmp_path: Path) -> None:
    calls: list[tuple[str, int, int]] = []
    name = "cross-slot"
    cubiform.tables.build(name, tables=tmp_path, progress=lambda *call: calls.append(call))
    assert {call[0] for call in calls} == {name} and len(calls) > 1
    assert [call[1] for call in calls] == sorted(call[1] for call in calls)
    assert calls[-1][1] <= calls[-1][2] == row(name, tmp_path)["states"]


def test_exception_of_the_progress_ends_the_build(tmp_path: Path) -> None:
    def stop(*_: Any) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        cubiform.tables.build("cross-slot", tables=tmp_path, progress=stop)
    assert not row("cross-slot", tmp_path)["built"]


def test_damaged_table_is_found_and_rebuilt(tmp_path: Path) -> None:
    cubiform.tables.build("cross", tables=tmp_path)
    file = tmp_path / "cross.cubiform"
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)
    with pytest.raises(cubiform.TableError) as raised:
        cubiform.tables.verify("cross", tables=tmp_path)
    advised = call_of(raised.value.hint or "")
    assert advised == ("cubiform.tables.build", ["cross"], {"force": True, "tables": str(tmp_path)})
    assert cubiform.tables.build("cross", tables=tmp_path) == {"cross": "was damaged, rebuilt"}
    assert cubiform.tables.verify("cross", tables=tmp_path) == ["cross"]


def test_tables_that_are_not_built_are_not_verified(tmp_path: Path) -> None:
    with pytest.raises(cubiform.TableError, match="no table is built in") as raised:
        cubiform.tables.verify(tables=tmp_path)
    assert call_of(raised.value.hint or "")[1] == ["small"]
    with pytest.raises(cubiform.TableError, match="cross is not built") as raised:
        cubiform.tables.verify("cross", tables=tmp_path)
    assert call_of(raised.value.hint or "") == ("cubiform.tables.build", ["cross"], {"tables": str(tmp_path)})


def test_unknown_tables_are_refused(tmp_path: Path) -> None:
    for function in (cubiform.tables.build, cubiform.tables.verify, cubiform.tables.remove):
        with pytest.raises(cubiform.ArgumentError, match="'crss': unknown table; valid tables: .*; groups: small, full"):
            function("cross", "crss", tables=tmp_path)


def test_errors_advise_calls_of_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(cubiform.TableError, match="optimal solutions need one of the tables") as raised:
        cubiform.solve("R U F", "optimal", tables=tmp_path / 'a "b"')
    advised = call_of(raised.value.hint or "")
    assert advised == ("cubiform.tables.build", ["optimal-small"], {"tables": str(tmp_path / 'a "b"')})
    monkeypatch.setenv("CUBIFORM_TABLES", str(tmp_path))
    with pytest.raises(cubiform.TableError) as raised:
        cubiform.scramble(1, "444")
    assert call_of(raised.value.hint or "") == ("cubiform.tables.build", ["444-outer"], {})
    (tmp_path / "cross.cubiform").write_bytes(b"no table")
    with pytest.raises(cubiform.TableError, match="not a cubiform table") as raised:
        cubiform.analyze("R U F", stages="cross")
    assert call_of(raised.value.hint or "") == ("cubiform.tables.build", ["cross"], {})
