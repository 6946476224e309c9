"""Tests of cubes and algorithms."""

from __future__ import annotations

import pickle
from xml.etree import ElementTree

import pytest

import cubiform
from cubiform import Algorithm, Cube


def test_cubes_are_values() -> None:
    cube = Cube("R U")
    assert cube == Cube().apply("R").apply(Algorithm("U"))
    assert cube * cube.inverse() == Cube() and Cube().is_solved
    assert Cube(cube.facelets) == cube == Cube(cube.reid)
    assert len({cube, Cube("R U")}) == 1
    assert pickle.loads(pickle.dumps(cube)) == cube
    assert Cube.random(5) == Cube.random(5) != Cube.random(6)


def test_algorithms_are_sequences() -> None:
    algorithm = Algorithm("R U R' y")
    assert len(algorithm) == 4 and list(algorithm) == algorithm.turns == ["R", "U", "R'", "y"]
    assert (algorithm[0], algorithm[-1]) == ("R", "y") and "U" in algorithm and "F" not in algorithm
    assert algorithm[1:3] == Algorithm("U R'") and algorithm[::-1] == Algorithm("y R' U R")
    assert (Algorithm("R U") * 2 + "F")[1:] == Algorithm("U R U F")
    assert algorithm[4:] == Algorithm() and list(reversed(algorithm))[0] == "y"
    with pytest.raises(IndexError):
        algorithm[4]
    with pytest.raises(TypeError):
        algorithm["R"]  # type: ignore[call-overload]
    assert str(algorithm.inverse()) == "y' R U' R'"
    assert algorithm + "F" == Algorithm("R U R' y F") and "F" + algorithm == Algorithm("F R U R' y")
    assert pickle.loads(pickle.dumps(algorithm)) == algorithm
    with pytest.raises(cubiform.ScrambleError):
        Algorithm("R Q")
    with pytest.raises(cubiform.ScrambleError):
        "R Q" + algorithm


def test_algorithms_are_repeated() -> None:
    sune = Algorithm("R U R' U R U2 R'")
    assert sune * 2 == 2 * sune == sune + sune and sune * 0 == Algorithm()
    assert (sune * 6).cube().is_solved and not (sune * 3).cube().is_solved
    assert Algorithm() * 2**40 == Algorithm()
    for count in (-1, 1.5, "2"):
        with pytest.raises(TypeError):
            sune * count  # type: ignore[operator]
    with pytest.raises(cubiform.CubiformError, match="more than 10000 moves"):
        sune * 2**40


def test_net_of_a_cube_has_its_colours() -> None:
    svg = ElementTree.fromstring(Cube("R").apply("F2")._repr_svg_())
    stickers = [tile.attrib for tile in svg.iter("{http://www.w3.org/2000/svg}rect")]
    assert len({(tile["x"], tile["y"]) for tile in stickers}) == 54
    fills = [tile["fill"] for tile in stickers]
    letters = {fills[9 * i + 4]: letter for i, letter in enumerate("URFDLB")}
    assert len(letters) == 6
    assert "".join(letters[fill] for fill in fills) == Cube("R F2").facelets
    # The first row of F lies below the last one of U.
    assert (stickers[18]["x"], int(stickers[18]["y"])) == (stickers[6]["x"], int(stickers[6]["y"]) + 16)


@pytest.mark.parametrize("kind", [Cube, Algorithm])
def test_members_have_docstrings(kind: type) -> None:
    members = [kind, *(getattr(kind, name) for name in vars(kind) if not name.startswith("__"))]
    assert len(members) >= 6
    for member in members:
        assert (member.__doc__ or "").strip().endswith("."), member
