//! A space with steps of its own and a simple space of the same puzzle are searched in the same way.

use std::collections::HashSet;

use cubiform_search::{Limits, SimpleSpace, Space, Stopped, ida_star};

/// The 8-puzzle as a simple space. Moves take the gap up, left, down or right.
struct Simple;

/// The 8-puzzle with all steps of a space. It looks the distances of the tiles up in a table.
struct Stepwise {
    lower_bounds: [[u8; 9]; 9],
}

/// The tile at each of nine places; 0 is the gap.
type Tiles = [u8; 9];

fn slide(tiles: &Tiles, m: u8) -> Option<Tiles> {
    let gap = tiles.iter().position(|tile| *tile == 0)?;
    let to = match m {
        0 if gap / 3 > 0 => gap - 3,
        1 if gap % 3 > 0 => gap - 1,
        2 if gap / 3 < 2 => gap + 3,
        3 if gap % 3 < 2 => gap + 1,
        _ => return None,
    };
    let mut next = *tiles;
    next.swap(gap, to);
    Some(next)
}

/// Returns the number of moves between two places.
fn distance(a: usize, b: usize) -> u8 {
    ((a % 3).abs_diff(b % 3) + (a / 3).abs_diff(b / 3)) as u8
}

impl SimpleSpace for Simple {
    type State = Tiles;

    fn move_count(&self) -> usize {
        4
    }

    fn apply(&self, tiles: &Tiles, m: u8) -> Option<Tiles> {
        slide(tiles, m)
    }

    fn lower_bound(&self, tiles: &Tiles) -> u8 {
        (0..9).filter(|i| tiles[*i] != 0).map(|i| distance(i, tiles[i].into())).sum()
    }

    fn is_goal(&self, tiles: &Tiles) -> bool {
        tiles.is_sorted()
    }

    fn may_follow(&self, first: u8, second: u8) -> bool {
        second != (first + 2) % 4
    }
}

impl Stepwise {
    fn new() -> Stepwise {
        let of = |tile| std::array::from_fn(|place| if tile == 0 { 0 } else { distance(tile, place) });
        Stepwise { lower_bounds: std::array::from_fn(of) }
    }

    fn sum(&self, tiles: &Tiles) -> u8 {
        tiles.iter().enumerate().map(|(place, tile)| self.lower_bounds[usize::from(*tile)][place]).sum()
    }
}

/// A node with its lower bound.
type Node = (Tiles, u8);

impl Space for Stepwise {
    type Node = Node;
    type Children = [Option<Node>; 4];
    type Plan = u8;
    type Requests = ();

    fn plan(&self, _: &Node, child_depth_left: u8) -> u8 {
        child_depth_left
    }

    fn lower_bound(&self, root: &Node) -> u8 {
        root.1
    }

    fn candidate_moves(&self, _: &u8, (tiles, _): &Node, moves: u64) -> u64 {
        moves & (0..4).filter(|m| slide(tiles, *m).is_some()).fold(0, |set, m| set | 1 << m)
    }

    fn expand(
        &self,
        _: &u8,
        (tiles, _): &Node,
        moves: u64,
        children: &mut Self::Children,
        (): &mut (),
    ) -> u32 {
        let child = |m: usize| (moves >> m & 1 == 1).then(|| Some((slide(tiles, m as u8)?, 0)))?;
        *children = std::array::from_fn(child);
        moves.count_ones()
    }

    fn prune(
        &self,
        left: &u8,
        _: &Node,
        children: &mut Self::Children,
        alive: u64,
        _: usize,
        (): &(),
    ) -> u64 {
        let mut survivors = 0;
        for (m, (tiles, bound)) in children.iter_mut().enumerate().filter_map(|(m, c)| Some((m, c.as_mut()?)))
        {
            *bound = self.sum(tiles);
            survivors |= u64::from(*bound <= *left) << m;
        }
        alive & survivors
    }

    fn commit(&self, _: &u8, _: &Node, children: &Self::Children, m: u8, child: &mut Node) {
        *child = children[usize::from(m)].expect("the child survived");
    }

    fn is_goal(&self, (tiles, _): &Node) -> bool {
        tiles.is_sorted()
    }
}

/// Returns all states in the order of their distances from the goal, with the distances.
fn by_distance() -> Vec<(Tiles, u8)> {
    let goal = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    let (mut states, mut seen) = (vec![(goal, 0)], HashSet::from([goal]));
    let mut i = 0;
    while let Some(&(tiles, distance)) = states.get(i) {
        let children = (0..4).filter_map(|m| slide(&tiles, m));
        states.extend(children.filter(|child| seen.insert(*child)).map(|child| (child, distance + 1)));
        i += 1;
    }
    states
}

#[test]
fn simple_and_stepwise_spaces_have_the_same_solutions_and_node_counts() {
    let (stepwise, states) = (Stepwise::new(), by_distance());
    assert_eq!((states.len(), states.last().map(|(_, distance)| *distance)), (181_440, Some(31)));
    for (tiles, distance) in states.into_iter().rev().step_by(2000) {
        let simple = ida_star(&Simple, &Simple.order(), &tiles, &Limits::default()).unwrap();
        assert_eq!(simple.moves.len(), usize::from(distance), "{tiles:?}");
        let end = simple.moves.iter().try_fold(tiles, |tiles, m| slide(&tiles, *m));
        assert!(end.is_some_and(|tiles| tiles.is_sorted()));
        let root = (tiles, stepwise.sum(&tiles));
        assert_eq!(ida_star(&stepwise, &Simple.order(), &root, &Limits::default()), Ok(simple));
        if let Some(max_length) = distance.checked_sub(1) {
            let short = ida_star(&Simple, &Simple.order(), &tiles, &Limits::at_most(max_length));
            assert_eq!(short, Err(Stopped::NoSolution { max_length }));
        }
    }
}
