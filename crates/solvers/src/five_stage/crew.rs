//! All ways through a stage, from many partial solutions, in the order of the lengths that they come to.

use cubiform_cube::four::Cube4;
use cubiform_search::{Search, Step};

use super::beam::{Partial, Path};
use super::space::{Node, StageSpace};

/// How many searches take turns, so that the memory has reads to answer.
pub(super) const SEARCHES: usize = 6;

/// A search and what it was last seen at.
struct Member<'a> {
    search: Search<'a, StageSpace>,
    /// Which partial solution it goes on from, if it is at work.
    from: Option<usize>,
    trace: Trace,
}

/// The cubes along the path to the last end that was asked for its cube.
#[derive(Default)]
struct Trace {
    cubes: Vec<Cube4>,
    path: Vec<u8>,
}

impl Trace {
    fn clear(&mut self) {
        self.cubes.clear();
        self.path.clear();
    }
}

/// An end: a way through the stage.
pub(super) struct End<'m> {
    /// The partial solution that it goes on from.
    pub(super) from: usize,
    pub(super) path: &'m [u8],
    pub(super) node: Node,
    /// Which of the searches has come to it.
    pub(super) by: usize,
    trace: &'m mut Trace,
}

impl End<'_> {
    /// The cube there; that from which it came is given.
    pub(super) fn cube(&mut self, space: &StageSpace, start: &Cube4) -> Cube4 {
        let Trace { cubes, path } = &mut *self.trace;
        if cubes.is_empty() {
            cubes.push(*start);
        }
        let same = self.path.iter().zip(&*path).take_while(|(a, b)| a == b).count();
        cubes.truncate(same + 1);
        path.clear();
        path.extend_from_slice(self.path);
        for m in &self.path[same..] {
            let before = cubes[cubes.len() - 1];
            cubes.push(before.turn(space.turns[usize::from(*m)]));
        }
        cubes[cubes.len() - 1]
    }
}

/// Searches that take turns.
pub(super) struct Crew<'a> {
    space: &'a StageSpace,
    members: Vec<Member<'a>>,
}

impl<'a> Crew<'a> {
    pub(super) fn new(space: &'a StageSpace) -> Crew<'a> {
        let member = |_| Member { search: Search::new(&space.order), from: None, trace: Trace::default() };
        Crew { space, members: (0..SEARCHES).map(member).collect() }
    }

    /// Goes through the ends of all ways that come to `sum` turns with those before the stage; whether `take`, which is
    /// given each, let it go through all of them. How many nodes were expanded is added to `expanded`.
    pub(super) fn level(
        &mut self,
        beam: &[Partial],
        sum: u8,
        expanded: &mut u64,
        mut take: impl FnMut(End<'_>, u64) -> bool,
    ) -> bool {
        let mut parts = 0..beam.len();
        loop {
            let mut is_busy = false;
            for (by, member) in self.members.iter_mut().enumerate() {
                if member.from.is_none() {
                    let fits = |i: &usize| {
                        let depth = sum.checked_sub(beam[*i].length);
                        depth.is_some_and(|d| d >= beam[*i].distance && usize::from(d) <= Path::MOST)
                    };
                    let Some(next) = parts.find(fits) else { continue };
                    let root = Node { state: beam[next].state, distance: beam[next].distance };
                    member.search.start(self.space, &root, &[], sum - beam[next].length, 0);
                    member.from = Some(next);
                    member.trace.clear();
                }
                is_busy = true;
                match member.search.step() {
                    Step::Parked => {}
                    Step::Done => {
                        *expanded += member.search.expanded();
                        member.from = None;
                    }
                    Step::Leaf => {
                        let at_work = member.search.expanded();
                        let (Some((path, node)), Some(from)) = (member.search.leaf(), member.from) else {
                            continue;
                        };
                        let end = End { from, path, node: *node, by, trace: &mut member.trace };
                        if !take(end, *expanded + at_work) {
                            let busy = self.members.iter().filter(|member| member.from.is_some());
                            *expanded += busy.map(|member| member.search.expanded()).sum::<u64>();
                            self.members.iter_mut().for_each(|member| member.from = None);
                            return false;
                        }
                    }
                }
            }
            if !is_busy {
                return true;
            }
        }
    }
}
