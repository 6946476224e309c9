//! Techniques of the search that can be switched off, to measure what each brings (`cubiform bench --ablate`).

use cubiform_tables::lookup::LookUpTechnique;

use super::{Analyzer, INTERLEAVED};

/// A technique of the analyzer. Lengths are the same without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// A technique of the look-ups.
    LookUps(LookUpTechnique),
    /// Candidates are searched in the order of their lower bounds and estimates, not in that of the goal.
    CandidateOrder,
    /// A search is split into subproblems (`docs/decisions/0021-splitting-searches.md`).
    Splitting,
    /// The subproblem with the best estimate comes first.
    BestFirst,
    /// A thread searches several subproblems in turn (`docs/decisions/0016-vectors-and-prefetching.md`).
    Interleaving,
}

impl Technique {
    /// All techniques, each with a name for people.
    pub const ALL: [(Technique, &str); 9] = [
        (Technique::LookUps(LookUpTechnique::NoProgressCodes), "no-progress codes"),
        (Technique::LookUps(LookUpTechnique::CosetWords), "words of cosets"),
        (Technique::LookUps(LookUpTechnique::LargestFirst), "largest distance first"),
        (Technique::LookUps(LookUpTechnique::Rounds), "rounds of look-ups"),
        (Technique::LookUps(LookUpTechnique::Prefetch), "prefetching"),
        (Technique::CandidateOrder, "order of candidates"),
        (Technique::Splitting, "splitting"),
        (Technique::BestFirst, "best subproblem first"),
        (Technique::Interleaving, "interleaving"),
    ];
}

impl Analyzer {
    /// Switches a technique off, to measure what it brings.
    #[must_use]
    pub fn without(mut self, technique: Technique) -> Analyzer {
        if let Technique::LookUps(technique) = technique {
            let spaces = self.goals.iter_mut().flat_map(|goal| &mut goal.spaces);
            spaces.for_each(|space| space.switch_off(technique));
        }
        self.without = Some(technique);
        self
    }

    pub(super) fn has(&self, technique: Technique) -> bool {
        self.without != Some(technique)
    }

    /// Returns the number of subproblems that a thread searches in turn.
    pub(super) fn interleaved(&self) -> usize {
        if self.has(Technique::Interleaving) { INTERLEAVED } else { 1 }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use cubiform_cube::goal::Variant;
    use cubiform_cube::{Color, Frame, random};
    use cubiform_store::fill::Watch;
    use cubiform_tables::Table;
    use cubiform_tables::catalogue::Entry;
    use cubiform_threads::Threads;

    use super::*;
    use crate::cfop::{Counts, Request};

    #[test]
    fn lengths_are_the_same_without_each_technique() {
        let coordinate = Arc::clone(Entry::named("cross-slot").unwrap().coordinate());
        let tables = [Arc::new(Table::fill(coordinate, &Threads::new(2), &Watch::quiet()).unwrap().0)];
        let request = Request {
            frames: Frame::bottoms(vec![Color::COLUMNS[0]]),
            solutions: 0,
            slack: 0,
            only_best: false,
        };
        let analyze = |without: Option<Technique>| {
            let analyzer = Analyzer::builder(&Variant::std()).stages([2]).tables(&tables).build().unwrap();
            let analyzer = without.into_iter().fold(analyzer, Analyzer::without);
            let (mut lengths, mut counts) = (Vec::new(), Counts::default());
            for cube in random::states(5).take(4) {
                let result = analyzer.analyze(&cube, &request).unwrap().remove(0).remove(0);
                lengths.push(result.length);
                counts += result.counts;
            }
            (lengths, counts)
        };
        let (lengths, all) = analyze(None);
        for (technique, name) in Technique::ALL {
            let (found, counts) = analyze(Some(technique));
            assert_eq!(found, lengths, "without {name}");
            let saves_nodes = [
                Technique::LookUps(LookUpTechnique::NoProgressCodes),
                Technique::LookUps(LookUpTechnique::CosetWords),
            ];
            assert!(counts.generated > all.generated || !saves_nodes.contains(&technique), "without {name}");
            let keeps_nodes = technique == Technique::LookUps(LookUpTechnique::Prefetch);
            assert!(counts == all || !keeps_nodes, "without {name}");
        }
    }
}
