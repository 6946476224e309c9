//! The coordinates of a search of algorithms: what the goal sees of a state, in parts that can be numbered.
//!
//! A [`View`] looks at some corners or some edges: at their positions, or at their turns, or at both. Pieces whose places in
//! the goal are equal are not told apart. Each view is numbered by trying the turns, beginning at the goal.

use cubiform_cube::goal::pattern::{ANYWHERE, Pattern, Places};
use cubiform_cube::{Cube, Symmetry};
use cubiform_threads::{CancelToken, Threads};

use super::AlgorithmsError;
use super::turns::TurnSet;
use crate::insertion::PieceKind;
use crate::joint_distances::{EnumeratedCoordinate, JointDistances};

/// The maximum number of values of a coordinate.
const MAX_VALUES: usize = 800_000;
/// The maximum number of goal states of a view or of a product.
const MAX_GOALS: usize = 200_000;
/// The maximum number of pieces of a view. A key has a digit for the place of each and one for the hold.
const MAX_PIECES: usize = 12;
/// The base of the digits of a key: the number of places of a piece, and of holds.
const BASE: u64 = 24;

/// A piece of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    index: usize,
    /// Pieces of one class are not told apart in the view.
    class: usize,
    /// Pieces of one class have the same places in the goal.
    goal_class: usize,
}

/// The part of a state that a coordinate numbers.
#[derive(Clone, Debug)]
pub(super) struct View {
    kind: PieceKind,
    /// The pieces, those of a class together.
    pieces: Vec<Piece>,
    sees_turns: bool,
}

impl View {
    /// Returns the key of a state that is held as usual: the hold and the places, in ascending order within a class.
    pub(super) fn key(&self, cube: &Cube) -> u64 {
        let at = self.kind.places(cube);
        let places = std::array::from_fn(|i| self.pieces.get(i).map_or(0, |piece| at[piece.index]));
        self.packed(places, 0)
    }

    /// Returns the key of places, one for each piece.
    fn packed(&self, mut places: [u8; MAX_PIECES], hold: usize) -> u64 {
        let places = &mut places[..self.pieces.len()];
        if !self.sees_turns {
            places.iter_mut().for_each(|place| *place -= *place % self.kind.orientations());
        }
        let mut start = 0;
        for class in self.pieces.chunk_by(|a, b| a.class == b.class) {
            places[start..][..class.len()].sort_unstable();
            start += class.len();
        }
        places.iter().fold(hold as u64, |key, place| key * BASE + u64::from(*place))
    }

    /// Numbers the values of the view. Returns `None` if there are too many, or `cancel` was set.
    fn numbered(
        &self,
        turns: &TurnSet,
        goal: &[Pattern],
        cancel: &CancelToken,
    ) -> Option<EnumeratedCoordinate> {
        let images: Vec<Vec<([u8; 24], usize)>> = turns.steps.iter().map(|step| self.images(step)).collect();
        let turn = |key: &u64, m: usize| {
            let mut rest = *key;
            let mut places = [0; MAX_PIECES];
            for place in places[..self.pieces.len()].iter_mut().rev() {
                *place = (rest % BASE) as u8;
                rest /= BASE;
            }
            let (image, hold) = &images[m][rest as usize];
            self.packed(places.map(|place| image[usize::from(place)]), *hold)
        };
        let goals = self.goal_keys(&turns.holds, goal)?;
        EnumeratedCoordinate::new(MAX_VALUES, goals, images.len(), |key| *key, turn, cancel)
            .map(|(coordinate, _)| coordinate)
    }

    /// Returns the place after a step by the place before it, and the hold after it, for each hold.
    fn images(&self, step: &[(Cube, usize)]) -> Vec<([u8; 24], usize)> {
        let orders = self.kind.orientations();
        let of_hold = |(cube, next): &(Cube, usize)| {
            let homes = self.kind.places(cube);
            let image = std::array::from_fn(|place| {
                let home = homes[place / usize::from(orders)];
                home / orders * orders + (home + place as u8) % orders
            });
            (image, *next)
        };
        step.iter().map(of_hold).collect()
    }

    /// Returns the keys of the goal states, in any hold; `None` if there are too many.
    fn goal_keys(&self, holds: &[Symmetry], goal: &[Pattern]) -> Option<Vec<u64>> {
        let mut keys = Vec::new();
        for pattern in goal {
            for places in self.arrangements(pattern)? {
                keys.extend((0..holds.len()).map(|hold| self.packed(places, hold)));
            }
        }
        keys.sort_unstable();
        keys.dedup();
        Some(keys)
    }

    /// Returns the arrangements of the pieces in a pattern, up to exchanges of pieces with the same places in it; `None` if
    /// there are too many.
    fn arrangements(&self, pattern: &Pattern) -> Option<Vec<[u8; MAX_PIECES]>> {
        let sets = sets(self.kind, pattern);
        let orders = self.kind.orientations();
        let mut ways = vec![([0; MAX_PIECES], 0u32)];
        for (i, piece) in self.pieces.iter().enumerate() {
            let earlier = (0..i).rev().find(|j| self.pieces[*j].goal_class == piece.goal_class);
            let mut longer = Vec::new();
            for (places, taken) in &ways {
                let fits = |place: &u8| {
                    let is_free = taken >> (place / orders) & 1 == 0;
                    let is_seen = self.sees_turns
                        || sets[piece.index] >> (place / orders * orders) & ((1 << (place % orders)) - 1)
                            == 0;
                    is_free && is_seen && earlier.is_none_or(|j| places[j] / orders < place / orders)
                };
                for place in (0..24).filter(|place| sets[piece.index] >> place & 1 == 1).filter(fits) {
                    let mut places = *places;
                    places[i] = place;
                    longer.push((places, taken | 1 << (place / orders)));
                }
            }
            if longer.len() > MAX_GOALS {
                return None;
            }
            ways = longer;
        }
        Some(ways.into_iter().map(|(places, _)| places).collect())
    }

    /// Returns an upper bound on the number of values.
    fn estimate(&self, positions: usize, holds: usize) -> usize {
        let mut count = holds;
        let mut free = positions;
        for class in self.pieces.chunk_by(|a, b| a.class == b.class) {
            for i in 0..class.len() {
                count = count.saturating_mul(free.max(1)) / (i + 1);
                free = free.saturating_sub(1);
            }
        }
        let turned = if self.sees_turns { self.pieces.len() } else { 0 };
        // The turn of the last of all pieces is determined by the others.
        let turned = turned - usize::from(turned == positions && turned > 0);
        count.saturating_mul(usize::from(self.kind.orientations()).saturating_pow(turned as u32))
    }
}

/// Returns the places of the pieces of one kind in a pattern.
fn sets(kind: PieceKind, pattern: &Pattern) -> &[Places] {
    match kind {
        PieceKind::Corners => &pattern.corners,
        PieceKind::Edges => &pattern.edges,
    }
}

/// Returns the pieces of one kind that the goal sees and the turns move, in classes.
fn tracked(kind: PieceKind, goal: &[Pattern], is_moved: &[bool]) -> Vec<Piece> {
    let places = |index: usize| -> Vec<Places> { goal.iter().map(|p| sets(kind, p)[index]).collect() };
    let mut classes: Vec<Vec<Places>> = Vec::new();
    let mut pieces = Vec::new();
    for index in (0..is_moved.len()).filter(|index| is_moved[*index]) {
        let own = places(index);
        if own.iter().all(|set| *set == ANYWHERE) {
            continue;
        }
        let class = classes.iter().position(|known| *known == own).unwrap_or_else(|| {
            classes.push(own);
            classes.len() - 1
        });
        pieces.push(Piece { index, class, goal_class: class });
    }
    pieces.sort_by_key(|piece| (piece.class, piece.index));
    pieces
}

/// Returns whether the goal depends on the turns of the pieces of one kind.
fn sees_turns(kind: PieceKind, goal: &[Pattern], pieces: &[Piece]) -> bool {
    let is_whole = |set: Places| {
        let orders = kind.orientations();
        (0..24 / orders).all(|position| {
            let turns = set >> (orders * position) & ((1 << orders) - 1);
            turns == 0 || turns == (1 << orders) - 1
        })
    };
    goal.iter().any(|pattern| pieces.iter().any(|piece| !is_whole(sets(kind, pattern)[piece.index])))
}

/// The coordinates of a goal, with joint distances of some products.
pub(super) struct Coordinates {
    pub(super) views: Vec<View>,
    pub(super) numbered: Vec<EnumeratedCoordinate>,
    pub(super) joints: Vec<JointDistances>,
}

impl Coordinates {
    /// Chooses views of the goal and computes their distances.
    ///
    /// # Errors
    /// If the goal has too many states, or `cancel` was set.
    pub(super) fn new(
        turns: &TurnSet,
        goal: &[Pattern],
        table_bytes: usize,
        threads: &Threads,
        cancel: &CancelToken,
    ) -> Result<Coordinates, AlgorithmsError> {
        let mut coordinates = Coordinates { views: Vec::new(), numbered: Vec::new(), joints: Vec::new() };
        for kind in [PieceKind::Corners, PieceKind::Edges] {
            let home = kind.places(&Cube::SOLVED);
            let moves = |cube: &Cube, index: usize| kind.places(cube)[index] != home[index];
            let is_moved: Vec<bool> = (0..home.len())
                .map(|index| turns.steps.iter().flatten().any(|(cube, _)| moves(cube, index)))
                .collect();
            let positions = is_moved.iter().filter(|moved| **moved).count();
            let pieces = tracked(kind, goal, &is_moved);
            if !pieces.is_empty() {
                coordinates.add(kind, pieces, positions, turns, goal, cancel)?;
            }
        }
        coordinates.join(turns, goal, table_bytes, threads, cancel)?;
        Ok(coordinates)
    }

    /// Adds views that together see all that the goal sees of these pieces.
    fn add(
        &mut self,
        kind: PieceKind,
        pieces: Vec<Piece>,
        positions: usize,
        turns: &TurnSet,
        goal: &[Pattern],
        cancel: &CancelToken,
    ) -> Result<(), AlgorithmsError> {
        let turned = sees_turns(kind, goal, &pieces);
        let mut add = |pieces: Vec<Piece>, sees_turns: bool| {
            let view = View { kind, pieces, sees_turns };
            if view.estimate(positions, turns.holds.len()) > 2 * MAX_VALUES {
                return Ok(false);
            }
            let numbered = view.numbered(turns, goal, cancel);
            if cancel.is_cancelled() {
                return Err(AlgorithmsError::Cancelled);
            }
            let is_numbered = numbered.is_some();
            if let Some(numbered) = numbered {
                self.numbered.push(numbered);
                self.views.push(view);
            }
            Ok(is_numbered)
        };
        if !add(pieces.clone(), false)? {
            // Layers instead of pieces, and the pieces a few at a time.
            let layer = |piece: &Piece| {
                let first = pieces.iter().find(|first| first.goal_class == piece.goal_class);
                Piece { class: first.map_or(0, |first| first.index / 4), ..*piece }
            };
            let mut layers: Vec<Piece> = pieces.iter().map(layer).collect();
            layers.sort_by_key(|piece| (piece.class, piece.index));
            add(layers, false)?;
            for few in pieces.chunks(4) {
                if !add(few.to_vec(), turned)? {
                    for fewer in few.chunks(2) {
                        add(fewer.to_vec(), turned)?;
                    }
                }
            }
        }
        if turned {
            let together = pieces.iter().map(|piece| Piece { class: 0, ..*piece });
            add(together.collect(), true)?;
        }
        Ok(())
    }

    /// Computes joint distances: of all views, if there are few combinations, or else of each with the largest that fits.
    fn join(
        &mut self,
        turns: &TurnSet,
        goal: &[Pattern],
        table_bytes: usize,
        threads: &Threads,
        cancel: &CancelToken,
    ) -> Result<(), AlgorithmsError> {
        let sizes: Vec<usize> = self.numbered.iter().map(EnumeratedCoordinate::count).collect();
        let size = |members: &[usize]| members.iter().fold(1usize, |n, i| n.saturating_mul(sizes[*i]));
        let all: Vec<usize> = (0..sizes.len()).collect();
        let mut products = Vec::new();
        if size(&all) <= table_bytes {
            products.push(all);
        } else {
            let mut pairs: Vec<Vec<usize>> =
                all.iter().flat_map(|a| (a + 1..sizes.len()).map(|b| vec![*a, b])).collect();
            pairs.retain(|pair| size(pair) <= table_bytes);
            pairs.sort_by_key(|pair| std::cmp::Reverse(size(pair)));
            for pair in pairs {
                if pair.iter().any(|i| !products.iter().flatten().any(|known| known == i)) {
                    products.push(pair);
                }
            }
        }
        products.retain(|members| members.len() > 1);
        // The last member is the width of a row, and long rows are filled fastest.
        products.iter_mut().for_each(|members| members.sort_by_key(|member| sizes[*member]));
        let moves: Vec<usize> = (0..turns.steps.len()).collect();
        let joint = |members: &Vec<usize>| {
            let goals = self.joint_goals(members, turns, goal)?;
            Some(JointDistances::new(&self.numbered, members.clone(), goals, &moves, cancel))
        };
        let joints = threads.map(&products, joint).into_iter().flatten().collect::<Option<Vec<_>>>();
        self.joints = joints.ok_or(AlgorithmsError::Cancelled)?;
        Ok(())
    }

    /// Returns the numbers of the goal states in some views; `None` if there are too many.
    fn joint_goals(&self, members: &[usize], turns: &TurnSet, goal: &[Pattern]) -> Option<Vec<Vec<u32>>> {
        let mut all = Vec::new();
        for pattern in goal {
            for hold in 0..turns.holds.len() {
                let mut goals = vec![Vec::new()];
                for member in members {
                    let view = &self.views[*member];
                    let mut numbers: Vec<u32> = view
                        .arrangements(pattern)?
                        .into_iter()
                        .filter_map(|places| self.numbered[*member].number(view.packed(places, hold)))
                        .collect();
                    numbers.sort_unstable();
                    numbers.dedup();
                    let with = |goal: &Vec<u32>| {
                        let goal = goal.clone();
                        numbers.iter().map(move |number| [&goal[..], &[*number]].concat()).collect::<Vec<_>>()
                    };
                    goals = goals.iter().flat_map(with).collect();
                    if goals.len() > MAX_GOALS {
                        return None;
                    }
                }
                all.extend(goals);
            }
        }
        Some(all)
    }
}
