//! The 48 symmetries of the cube: 24 rotations, and each of them combined with a mirror. All rotation names are defined
//! here.

use std::fmt;

use crate::face::{Axis, Color, Face};
use crate::moves::Move;

/// A symmetry of the cube, defined by its permutation of the six faces.
///
/// Indices 0..24 are the rotations (0 is the identity). Index `24 + i` is the mirror that swaps L and R, followed by
/// rotation `i`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(u8);

/// The outward unit normal of each face: x to the right, y up, z towards the viewer.
pub(crate) const FACE_NORMALS: [[i8; 3]; 6] =
    [[0, 1, 0], [1, 0, 0], [0, 0, 1], [0, -1, 0], [-1, 0, 0], [0, 0, -1]];

/// Face images: symmetry `s` carries face `f` to face `FACE_IMAGE[s][f]`.
pub(crate) const FACE_IMAGE: [[u8; 6]; 48] = face_images();

const fn face_images() -> [[u8; 6]; 48] {
    // The images of U and F determine a rotation; the image of R is their cross product.
    const FRONTS: [usize; 6] = [2, 1, 5, 4, 0, 3];
    let mut images = [[0u8; 6]; 48];
    let mut count = 0;
    let mut up = 0;
    while up < 6 {
        let mut i = 0;
        while i < 6 {
            let front = FRONTS[i];
            i += 1;
            if front % 3 == up % 3 {
                continue;
            }
            let (a, b) = (FACE_NORMALS[up], FACE_NORMALS[front]);
            let cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
            let mut right = 0;
            while FACE_NORMALS[right][0] != cross[0]
                || FACE_NORMALS[right][1] != cross[1]
                || FACE_NORMALS[right][2] != cross[2]
            {
                right += 1;
            }
            let left = (right + 3) % 6;
            let (down, back) = ((up + 3) % 6, (front + 3) % 6);
            images[count] = [up as u8, right as u8, front as u8, down as u8, left as u8, back as u8];
            images[count + 24] = [up as u8, left as u8, front as u8, down as u8, right as u8, back as u8];
            count += 1;
        }
        up += 1;
    }
    images
}

const INVERSES: [u8; 48] = inverses();

const fn inverses() -> [u8; 48] {
    let mut inverses = [0; 48];
    let mut a = 0;
    while a < 48 {
        let mut b = 0;
        while b < 48 {
            let mut f = 0;
            while f < 6 && FACE_IMAGE[b][FACE_IMAGE[a][f] as usize] == f as u8 {
                f += 1;
            }
            if f == 6 {
                inverses[a] = b as u8;
            }
            b += 1;
        }
        a += 1;
    }
    inverses
}

impl Symmetry {
    /// The number of symmetries.
    pub const COUNT: usize = 48;

    /// The identity.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// Returns the symmetry with this index.
    ///
    /// # Panics
    /// If `index` is not in 0..48.
    pub const fn from_index(index: usize) -> Symmetry {
        assert!(index < Symmetry::COUNT);
        Symmetry(index as u8)
    }

    /// Returns the index, 0..48.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns all 48 symmetries, rotations first.
    pub fn all() -> impl ExactSizeIterator<Item = Symmetry> + Clone {
        (0..48).map(Symmetry)
    }

    /// Returns the 24 rotations.
    pub fn rotations() -> impl ExactSizeIterator<Item = Symmetry> + Clone {
        (0..24).map(Symmetry)
    }

    /// Returns whether the symmetry reverses orientation in space (maps a left hand to a right hand).
    pub const fn is_mirror(self) -> bool {
        self.0 >= 24
    }

    /// Returns the image of `face`.
    pub const fn face(self, face: Face) -> Face {
        Face::from_index(FACE_IMAGE[self.0 as usize][face as usize] as usize)
    }

    /// Returns the image of `axis`.
    pub const fn axis(self, axis: Axis) -> Axis {
        self.face(axis.face()).axis()
    }

    /// Returns the conjugate move: the turn of the image of the face of `m`, in the opposite direction if the symmetry
    /// is a mirror.
    pub const fn conjugate(self, m: Move) -> Move {
        let quarters = m.quarters() as i32;
        match Move::new(self.face(m.face()), if self.is_mirror() { -quarters } else { quarters }) {
            Some(m) => m,
            None => unreachable!(),
        }
    }

    /// Returns the product: this symmetry followed by `next`.
    pub fn then(self, next: Symmetry) -> Symmetry {
        let map: [u8; 6] =
            std::array::from_fn(|f| FACE_IMAGE[next.index()][FACE_IMAGE[self.index()][f] as usize]);
        Symmetry(
            FACE_IMAGE.iter().position(|m| *m == map).expect("the symmetries are closed under composition")
                as u8,
        )
    }

    /// Returns the inverse.
    pub const fn inverse(self) -> Symmetry {
        Symmetry(INVERSES[self.0 as usize])
    }

    /// Returns the rotation of the whole cube by `quarters` quarter turns, clockwise as seen from `face`: `(R, 1)` is
    /// x, `(U, 1)` is y, `(F, 1)` is z.
    pub const fn rotation(face: Face, quarters: i32) -> Symmetry {
        let sign = if face.index() < 3 { 1 } else { -1 };
        // The cycles of a clockwise quarter turn: F L B R about U, U B D F about R, U R D L about F.
        let cycle: [Face; 4] = match face.index() % 3 {
            0 => [Face::F, Face::L, Face::B, Face::R],
            1 => [Face::U, Face::B, Face::D, Face::F],
            _ => [Face::U, Face::R, Face::D, Face::L],
        };
        let shift = (sign * quarters).rem_euclid(4) as usize;
        let mut index = 0;
        loop {
            let mut i = 0;
            while i < 4 && FACE_IMAGE[index][cycle[i] as usize] == cycle[(i + shift) % 4] as u8 {
                i += 1;
            }
            // The cycle of four faces leaves two candidates, a rotation and a mirror. The rotation keeps `face`.
            if i == 4 && FACE_IMAGE[index][face as usize] == face as u8 {
                return Symmetry(index as u8);
            }
            index += 1;
        }
    }

    /// Returns the image of a point: x to the right, y up, z towards the viewer, with the centre of the cube at 0.
    pub(crate) const fn point(self, point: [i8; 3]) -> [i8; 3] {
        let mut image = [0; 3];
        let mut axis = 0;
        while axis < 3 {
            let to = FACE_NORMALS[FACE_IMAGE[self.0 as usize][Axis::ALL[axis].face() as usize] as usize];
            let mut i = 0;
            while i < 3 {
                image[i] += point[axis] * to[i];
                i += 1;
            }
            axis += 1;
        }
        image
    }

    /// Returns the rotation of the whole cube that brings `color` to the bottom: none for yellow, z2 for white, z' for
    /// orange, z for red, x' for green, x for blue.
    pub fn bring_down(color: Color) -> Symmetry {
        match color.face() {
            Face::D => Symmetry::IDENTITY,
            Face::U => Symmetry::rotation(Face::F, 2),
            Face::L => Symmetry::rotation(Face::F, -1),
            Face::R => Symmetry::rotation(Face::F, 1),
            Face::F => Symmetry::rotation(Face::R, -1),
            Face::B => Symmetry::rotation(Face::R, 1),
        }
    }

    /// Returns the suffix of the output columns of `color`: `z0`, `z2`, `z3`, `z1`, `x3` or `x1`, the rotation
    /// [`Symmetry::bring_down`] with its number of quarter turns.
    pub const fn column_suffix(color: Color) -> &'static str {
        ["z2", "z1", "x3", "z0", "z3", "x1"][color.face() as usize]
    }

    /// Returns the shortest name of a rotation in x, y and z, at most two of them; empty for the identity, `None` for a
    /// mirror.
    pub fn rotation_name(self) -> Option<String> {
        const LETTERS: [(char, Face); 3] = [('x', Face::R), ('y', Face::U), ('z', Face::F)];
        const SUFFIXES: [(&str, i32); 3] = [("", 1), ("2", 2), ("'", 3)];
        if self.is_mirror() {
            return None;
        }
        if self == Symmetry::IDENTITY {
            return Some(String::new());
        }
        let tokens = || LETTERS.iter().flat_map(|l| SUFFIXES.iter().map(move |s| (l, s)));
        let one = tokens()
            .find(|(l, s)| Symmetry::rotation(l.1, s.1) == self)
            .map(|(l, s)| format!("{}{}", l.0, s.0));
        one.or_else(|| {
            tokens().find_map(|(l, s)| {
                let first = Symmetry::rotation(l.1, s.1);
                tokens()
                    .find(|(k, t)| first.then(Symmetry::rotation(k.1, t.1)) == self)
                    .map(|(k, t)| format!("{}{} {}{}", l.0, s.0, k.0, t.0))
            })
        })
    }
}

impl fmt::Debug for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faces: String = Face::ALL.iter().map(|face| self.face(*face).letter()).collect();
        write!(f, "Symmetry(URFDLB -> {faces})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_48_distinct_and_closed_under_inverse_and_product() {
        let mut maps = FACE_IMAGE.to_vec();
        maps.sort_unstable();
        maps.dedup();
        assert_eq!(maps.len(), 48);
        for a in Symmetry::all() {
            assert_eq!(a.then(a.inverse()), Symmetry::IDENTITY);
            for b in Symmetry::all() {
                assert_eq!(a.then(b).is_mirror(), a.is_mirror() != b.is_mirror());
            }
        }
    }

    #[test]
    fn bring_down_matches_the_column_suffix() {
        for color in Color::COLUMNS {
            let rotation = Symmetry::bring_down(color);
            assert_eq!(rotation.face(color.face()), Face::D, "{color}");
            let suffix = Symmetry::column_suffix(color);
            let axis = if suffix.starts_with('z') { Face::F } else { Face::R };
            let quarters = suffix[1..].parse().unwrap();
            assert_eq!(Symmetry::rotation(axis, quarters), rotation, "{color}");
        }
    }

    #[test]
    fn rotation_names_have_at_most_two_letters() {
        for s in Symmetry::rotations() {
            assert!(s.rotation_name().unwrap().split(' ').count() <= 2);
        }
        assert_eq!(Symmetry::rotation(Face::D, 1).rotation_name().unwrap(), "y'");
        assert_eq!(Symmetry::rotation(Face::R, 2).rotation_name().unwrap(), "x2");
        assert_eq!(Symmetry::from_index(30).rotation_name(), None);
    }
}
