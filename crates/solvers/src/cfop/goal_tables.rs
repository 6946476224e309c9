//! The tables of goals: which a question needs, and whether they are mapped, copied into memory, built or filled.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use cubiform_cube::goal::Variant;
use cubiform_store::fill::Watch;
use cubiform_store::{Event, HAS_FILES, Observer, Store, TableKind, available_memory, is_mapped_huge};
use cubiform_tables::catalogue::{Entry, Profile};
use cubiform_tables::goal::fill;
use cubiform_tables::{Coordinate, Table};
use cubiform_threads::{CancelToken, Threads};

use super::analyzer::goal::check_stages;
use super::analyzer::{Analyzer, BuildError, Goal};
use super::requirements::{TableRequirements, requirements_among};

/// The minimum number of cubes for which larger tables are suggested. Fewer are analysed before those could be built.
const MIN_CUBES_FOR_HINT: u64 = 50;

/// The rules by which tables are chosen and opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablePolicy {
    /// The profile; by default the full tables if they are built and fit in memory, and otherwise the small ones.
    pub profile: Option<Profile>,
    /// Whether missing tables are built.
    pub builds: bool,
    /// Whether tables that only one goal needs are filled in memory.
    pub fills: bool,
    /// The number of cubes from which on large tables that are mapped with small pages are copied into memory. A copy
    /// takes seconds and saves milliseconds for each cube.
    pub min_cubes_for_copy: u64,
    /// The size of a large table, in bytes. Smaller ones are always mapped.
    pub large: u64,
    /// The memory that tables leave free, in bytes.
    pub reserved_memory: u64,
    /// The size of the largest table of the catalogue that a question may open or build, in bytes. Larger ones are used
    /// if they are in memory already.
    pub max_table: u64,
}

impl Default for TablePolicy {
    fn default() -> TablePolicy {
        TablePolicy {
            profile: None,
            builds: true,
            fills: true,
            min_cubes_for_copy: 200,
            large: 100_000_000,
            reserved_memory: 300 << 20,
            max_table: u64::MAX,
        }
    }
}

impl TablePolicy {
    /// Returns the free memory, in bytes, if it is too little for so many bytes; `None` also if it is unknown.
    pub fn shortage(&self, bytes: u64) -> Option<u64> {
        available_memory().filter(|available| bytes.saturating_add(self.reserved_memory) > *available)
    }

    /// Returns whether an open table is large and slow to read because its file is mapped with small pages.
    pub fn is_slow(&self, codes: &[u8]) -> bool {
        codes.len() as u64 >= self.large && is_mapped_huge(codes) != Some(true)
    }

    /// Chooses between the small and the full tables of a question. `is_built` returns whether a table of the catalogue
    /// can be opened, and `is_open` whether it takes no further memory.
    fn choose(
        &self,
        small: Vec<TableRequirements>,
        full: Vec<TableRequirements>,
        is_built: impl Fn(&Entry) -> bool,
        is_open: impl Fn(&Entry) -> bool,
        suggest: impl FnOnce(&[&'static Entry]),
    ) -> Vec<TableRequirements> {
        let mut larger = union(&full);
        larger.retain(|entry| entry.profile == Profile::Full);
        if !larger.iter().all(|entry| is_built(entry)) {
            suggest(&larger);
            return small;
        }
        larger.retain(|entry| !is_open(entry));
        let fits = larger.is_empty() || self.shortage(total(&larger)).is_none();
        if fits { full } else { small }
    }
}

/// An event while tables are opened, for the front end.
#[derive(Clone, Copy, Debug)]
pub enum TableEvent<'a> {
    /// These full tables would make this faster, but are not built.
    Suggested(&'a [&'static Entry]),
    /// These tables are missing and about to be built.
    Missing(&'a [&'static Entry]),
    /// A table was built in this time.
    Built(&'static Entry, Duration),
    /// The tables take this many bytes, more than the free memory.
    TooLarge(u64),
    /// A table is about to be filled in memory: its name, and the number of its states.
    Filling(&'a str, u64),
    /// The operation on the table of this name goes on.
    Progress(&'a str, Event),
    /// The operation on a table has ended.
    Ended,
}

/// A cancellation flag and a receiver of events for the opening of tables.
#[derive(Clone, Copy)]
pub struct TableObserver<'a> {
    /// Cancels the operation once it is set.
    pub cancel: &'a CancelToken,
    /// Receives the events; called from any thread.
    pub report: &'a (dyn Fn(TableEvent<'_>) + Sync),
}

impl TableObserver<'_> {
    /// Runs an operation of a store and reports its progress and its end.
    pub fn watch<T>(&self, work: impl FnOnce(&Observer<'_>) -> T) -> T {
        let report = |kind: &dyn TableKind, event| (self.report)(TableEvent::Progress(kind.name(), event));
        let result = work(&Observer { cancel: self.cancel, report: &report });
        (self.report)(TableEvent::Ended);
        result
    }

    /// Fills a table and reports its progress and its end.
    fn fill(
        &self,
        name: &str,
        coordinate: &Arc<Coordinate>,
        threads: &Threads,
    ) -> Result<Arc<Table>, BuildError> {
        let report = |progress| (self.report)(TableEvent::Progress(name, Event::Filling(progress)));
        let filled =
            Table::fill(Arc::clone(coordinate), threads, &Watch { cancel: self.cancel, report: &report });
        (self.report)(TableEvent::Ended);
        filled.map(|(table, _)| Arc::new(table)).ok_or(BuildError::Cancelled)
    }
}

/// A question that needs tables.
#[derive(Clone, Copy)]
pub struct TableRequest<'a> {
    /// The goals, each with the indices of its stages in ascending order.
    pub goals: &'a [(&'a Variant, &'a [usize])],
    /// The rules.
    pub policy: &'a TablePolicy,
    /// An estimate of the number of cubes, if known.
    pub cubes: Option<u64>,
    /// The threads that open, fill and copy.
    pub threads: &'a Threads,
}

/// The open tables of goals. A table stays open as long as an analyzer uses it, and is shared by all that do.
#[derive(Default)]
pub struct GoalTables {
    /// The folder of the tables. Without one, all tables are filled in memory.
    store: Option<Store>,
    /// The tables in use, by their coordinates.
    open: Mutex<Vec<(Arc<Coordinate>, Weak<Table>)>>,
    /// The tables that stay open whether they are in use or not.
    kept: Mutex<Vec<Arc<Table>>>,
}

impl GoalTables {
    /// Creates the tables in the folder of a store, none of which is open yet.
    pub fn in_store(store: Store) -> GoalTables {
        GoalTables { store: Some(store), ..GoalTables::default() }
    }

    /// Creates tables that are filled in memory, without a folder.
    pub fn in_memory() -> GoalTables {
        GoalTables::default()
    }

    /// Returns the store.
    #[inline]
    pub fn store(&self) -> Option<&Store> {
        self.store.as_ref().filter(|_| HAS_FILES)
    }

    /// Opens the tables of the goals and returns their analyzer.
    ///
    /// # Errors
    /// If the goals or their stages cannot be analysed, or a table can be neither opened nor built within the policy.
    pub fn analyzer(
        &self,
        request: &TableRequest<'_>,
        observer: &TableObserver<'_>,
    ) -> Result<Analyzer, BuildError> {
        let tables = self.open(request, observer)?;
        let goals = request.goals.iter().zip(&tables);
        let goals: Vec<Goal<'_>> =
            goals.map(|((variant, stages), tables)| Goal { variant, stages, tables }).collect();
        Analyzer::of_goals(&goals, request.threads)
    }

    /// Opens the tables of the goals and returns those of each goal. Builds and fills the missing ones if the policy allows
    /// it.
    ///
    /// # Errors
    /// As [`analyzer`](Self::analyzer).
    pub fn open(
        &self,
        request: &TableRequest<'_>,
        observer: &TableObserver<'_>,
    ) -> Result<Vec<Vec<Arc<Table>>>, BuildError> {
        let needs = self.select(request, observer)?;
        let tables = self.open_entries(&needs, request, observer)?;
        let mut of_goals = Vec::new();
        for ((goal, _), needs) in request.goals.iter().zip(&needs) {
            let table = |entry: &&'static Entry| tables.iter().find(|(known, _)| known.name == entry.name);
            let mut of_goal: Vec<Arc<Table>> =
                needs.entries.iter().filter_map(table).map(|(_, table)| Arc::clone(table)).collect();
            of_goal.extend(self.open_ad_hoc(&needs.ad_hoc, goal, request, observer)?);
            of_goals.push(of_goal);
        }
        Ok(of_goals)
    }

    /// Adds an open table of the catalogue, which then stays open. Questions use a table of
    /// [`SETS_FOR_MEMORY`](cubiform_tables::catalogue::SETS_FOR_MEMORY) from then on, whatever their profile.
    pub fn insert(&self, entry: &Entry, table: Table) {
        let table = Arc::new(table);
        self.keep(entry.coordinate(), &table);
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).push(table);
    }

    /// Returns all tables in use, in the order in which they were opened.
    pub fn in_use(&self) -> Vec<Arc<Table>> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.iter().filter_map(|(_, table)| table.upgrade()).collect()
    }

    /// Builds the missing tables of the catalogue. Fills none that only one goal needs.
    ///
    /// # Errors
    /// As [`analyzer`](Self::analyzer).
    pub fn build_missing(
        &self,
        request: &TableRequest<'_>,
        observer: &TableObserver<'_>,
    ) -> Result<(), BuildError> {
        let needs = self.select(request, observer)?;
        self.open_entries(&needs, request, observer).map(drop)
    }

    /// Returns the tables that each goal needs.
    fn select(
        &self,
        request: &TableRequest<'_>,
        observer: &TableObserver<'_>,
    ) -> Result<Vec<TableRequirements>, BuildError> {
        let of_profile = |profile| -> Result<Vec<TableRequirements>, BuildError> {
            let of_goal = |(goal, stages): &(&Variant, &[usize])| {
                check_stages(goal, stages)?;
                let is_allowed = |entry: &Entry| {
                    entry.payload() <= request.policy.max_table || self.known(entry.coordinate()).is_some()
                };
                let needs =
                    requirements_among(goal, stages, profile, is_allowed, |entry| self.is_added(entry));
                needs.map_err(|source| BuildError::TooLarge { goal: goal.name.to_string(), source })
            };
            request.goals.iter().map(of_goal).collect()
        };
        match (request.policy.profile, self.store()) {
            (Some(profile), _) => of_profile(profile),
            (None, None) => of_profile(Profile::Small),
            (None, Some(store)) => Ok(request.policy.choose(
                of_profile(Profile::Small)?,
                of_profile(Profile::Full)?,
                |entry| !store.must_build(entry),
                |entry| self.known(entry.coordinate()).is_some(),
                |larger| {
                    if request.cubes.is_none_or(|cubes| cubes >= MIN_CUBES_FOR_HINT) {
                        (observer.report)(TableEvent::Suggested(larger));
                    }
                },
            )),
        }
    }

    /// Returns whether a table was inserted that belongs to a set for little memory.
    fn is_added(&self, entry: &Entry) -> bool {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        entry.is_in_set_for_memory() && kept.iter().any(|table| table.name() == entry.name)
    }

    /// Returns the table of a coordinate if it is in use.
    fn known(&self, coordinate: &Coordinate) -> Option<Arc<Table>> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.iter().find(|(known, _)| are_equal(known, coordinate))?.1.upgrade()
    }

    /// Records an open table, so that later questions share it.
    fn keep(&self, coordinate: &Arc<Coordinate>, table: &Arc<Table>) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|(known, table)| table.strong_count() > 0 && !are_equal(known, coordinate));
        open.push((Arc::clone(coordinate), Arc::downgrade(table)));
    }

    /// Opens the tables of the catalogue, and builds those that are missing. Large ones are copied into memory for many
    /// cubes.
    fn open_entries(
        &self,
        needs: &[TableRequirements],
        request: &TableRequest<'_>,
        observer: &TableObserver<'_>,
    ) -> Result<Vec<(&'static Entry, Arc<Table>)>, BuildError> {
        let TableRequest { policy, threads, .. } = request;
        let (mut unknown, mut tables) = (union(needs), Vec::new());
        unknown.retain(|entry| {
            let known = self.known(entry.coordinate()).map(|table| tables.push((*entry, table)));
            known.is_none()
        });
        if let Some(store) = self.store() {
            let mut missing = unknown.clone();
            missing.retain(|entry| store.must_build(*entry));
            if let [Entry { name: table, .. }, ..] = missing[..] {
                if !policy.builds {
                    let is_needed =
                        |needs: &TableRequirements| needs.entries.iter().any(|e| e.name == *table);
                    let goal = needs.iter().position(is_needed).map(|place| &request.goals[place].0.name[..]);
                    return Err(BuildError::NotBuilt { table, goal: goal.unwrap_or_default().into() });
                }
                (observer.report)(TableEvent::Missing(&missing));
            }
            // Layouts and checksums are computed in parallel, since a single cube waits for them.
            let opened = threads.map(&unknown, |entry| store.open(*entry));
            for (entry, opened) in unknown.iter().zip(opened) {
                let table = match opened? {
                    Some(table) => table,
                    None => {
                        let start = Instant::now();
                        let table = observer.watch(|observer| store.open_or_build(*entry, observer))?;
                        (observer.report)(TableEvent::Built(entry, start.elapsed()));
                        table
                    }
                };
                tables.push((entry, Arc::new(table)));
            }
            let mapped: Vec<&Entry> =
                tables.iter().filter(|(_, table)| !table.is_copied()).map(|(entry, _)| *entry).collect();
            let bytes = total(&mapped);
            let is_for_many = request.cubes.is_some_and(|cubes| cubes >= policy.min_cubes_for_copy);
            match policy.shortage(bytes) {
                Some(_) if bytes > policy.large => (observer.report)(TableEvent::TooLarge(bytes)),
                None if is_for_many => {
                    for (entry, table) in &mut tables {
                        if !table.is_copied()
                            && policy.is_slow(table.bytes())
                            && let Some(copy) = observer.watch(|observer| store.load(*entry, observer))?
                        {
                            *table = Arc::new(copy);
                        }
                    }
                }
                _ => {}
            }
        } else {
            for entry in unknown {
                tables.push((entry, observer.fill(entry.name, entry.coordinate(), threads)?));
            }
        }
        tables.iter().for_each(|(entry, table)| self.keep(entry.coordinate(), table));
        Ok(tables)
    }

    /// Returns the tables that only this goal needs. Fills those that are not in use already.
    fn open_ad_hoc(
        &self,
        coordinates: &[Arc<Coordinate>],
        goal: &Variant,
        request: &TableRequest<'_>,
        observer: &TableObserver<'_>,
    ) -> Result<Vec<Arc<Table>>, BuildError> {
        let mut tables = Vec::new();
        for (i, coordinate) in coordinates.iter().enumerate() {
            if let Some(known) = self.known(coordinate) {
                tables.push(known);
                continue;
            }
            if !request.policy.fills {
                return Err(BuildError::NotFilled { goal: goal.name.to_string() });
            }
            let of_goal =
                if request.goals.len() == 1 { "this goal".into() } else { format!("the goal {}", goal.name) };
            let name = match coordinates.len() {
                1 => format!("the table for {of_goal}"),
                count => format!("table {} of {count} for {of_goal}", i + 1),
            };
            // The codes get memory of their own before the memory of the fill is freed.
            let needed = fill::memory(coordinate) + coordinate.entries() / 4;
            if let Some(available) = request.policy.shortage(needed) {
                return Err(BuildError::Memory { table: name, needed, available });
            }
            (observer.report)(TableEvent::Filling(&name, coordinate.states()));
            let table = observer.fill(&name, coordinate, request.threads)?;
            self.keep(coordinate, &table);
            tables.push(table);
        }
        Ok(tables)
    }
}

/// Returns whether two coordinates have equal tables.
fn are_equal(one: &Coordinate, other: &Coordinate) -> bool {
    one.base() == other.base() && one.target() == other.target()
}

/// Returns the tables of the catalogue that at least one of `needs` contains, without repetition.
fn union(needs: &[TableRequirements]) -> Vec<&'static Entry> {
    let mut entries: Vec<&'static Entry> = Vec::new();
    for entry in needs.iter().flat_map(|needs| &needs.entries) {
        if !entries.iter().any(|known| known.name == entry.name) {
            entries.push(entry);
        }
    }
    entries
}

/// Returns the total size of tables, in bytes.
fn total(entries: &[&Entry]) -> u64 {
    entries.iter().map(|entry| entry.payload()).sum()
}

#[cfg(test)]
mod tests {
    use super::super::requirements::table_requirements;
    use super::*;
    use cubiform_tables::catalogue::COMPACT;
    use std::sync::atomic::{AtomicUsize, Ordering};

    static NEVER: CancelToken = CancelToken::never();

    /// Opens the tables of the cross, or of `goal`, with a policy for a number of cubes.
    fn open(
        tables: &GoalTables,
        goal: &str,
        policy: &TablePolicy,
        cubes: Option<u64>,
    ) -> Result<Vec<Arc<Table>>, BuildError> {
        let goal = Variant::read(goal).unwrap();
        let request = TableRequest { goals: &[(&goal, &[0])], policy, cubes, threads: &Threads::new(2) };
        let observer = TableObserver { cancel: &NEVER, report: &|_| {} };
        tables.open(&request, &observer).map(|mut tables| tables.swap_remove(0))
    }

    fn folder() -> (tempfile::TempDir, GoalTables) {
        let folder = tempfile::tempdir().unwrap();
        let tables = GoalTables::in_store(Store::new(folder.path(), &Threads::new(2)));
        (folder, tables)
    }

    /// Returns the profile that is chosen for the first slot of the standard goal, and the number of suggestions.
    fn chosen(policy: &TablePolicy, is_built: bool, is_open: bool) -> (Profile, usize) {
        let goal = Variant::std();
        let of_profile = |profile| vec![table_requirements(&goal, &[2], profile).unwrap()];
        let suggested = AtomicUsize::new(0);
        let full = of_profile(Profile::Full);
        assert_ne!(union(&full).len(), 0);
        let chosen = policy.choose(
            of_profile(Profile::Small),
            of_profile(Profile::Full),
            |_| is_built,
            |_| is_open,
            |larger| {
                assert!(larger.iter().all(|entry| entry.profile == Profile::Full));
                suggested.fetch_add(larger.len(), Ordering::Relaxed);
            },
        );
        let is_full = union(&chosen).iter().any(|entry| entry.profile == Profile::Full);
        (if is_full { Profile::Full } else { Profile::Small }, suggested.into_inner())
    }

    #[test]
    fn auto_chooses_full_tables_if_they_are_built_and_fit() {
        let policy = TablePolicy { reserved_memory: 0, ..TablePolicy::default() };
        let scarce = TablePolicy { reserved_memory: u64::MAX, ..TablePolicy::default() };
        let (profile, suggested) = chosen(&policy, false, false);
        assert!(profile == Profile::Small && suggested > 0, "full tables are missing: {suggested}");
        // Tables that are open already take no more memory, whatever is free.
        assert_eq!(chosen(&scarce, true, true), (Profile::Full, 0));
        assert_eq!(chosen(&scarce, true, false), (Profile::Small, 0), "they do not fit");
        let unlimited = available_memory().is_none_or(|free| free > 6_000_000_000);
        let fitting = if unlimited { Profile::Full } else { Profile::Small };
        assert_eq!(chosen(&policy, true, false), (fitting, 0));
    }

    #[test]
    fn missing_tables_are_built_only_if_the_policy_says_so() {
        let (_folder, tables) = folder();
        let refusing = TablePolicy { builds: false, ..TablePolicy::default() };
        let refused = open(&tables, "cross", &refusing, None).map(drop).unwrap_err();
        assert_eq!(refused.to_string(), "the goal 'cross' needs the table cross, which is not built");
        assert!(
            open(&tables, "cross", &TablePolicy::default(), None).unwrap().iter().all(|t| !t.is_copied())
        );
        assert_eq!(open(&tables, "cross", &refusing, None).unwrap().len(), 1);
    }

    #[test]
    fn large_tables_are_copied_for_many_cubes_that_leave_memory_free() {
        let (_folder, tables) = folder();
        let policy = TablePolicy { large: 1000, ..TablePolicy::default() };
        let is_copied =
            |policy: &TablePolicy, cubes| open(&tables, "cross", policy, cubes).unwrap()[0].is_copied();
        assert!(!is_copied(&policy, None), "the number of cubes is unknown");
        assert!(!is_copied(&policy, Some(199)), "few cubes");
        assert!(is_copied(&policy, Some(200)));
        assert!(!is_copied(&TablePolicy { large: 1 << 20, ..policy.clone() }, Some(200)), "a small table");
        assert!(!is_copied(&TablePolicy { reserved_memory: u64::MAX, ..policy.clone() }, Some(200)));
    }

    #[test]
    fn tables_are_shared_while_they_are_in_use_and_closed_afterwards() {
        let (_folder, tables) = folder();
        let policy = TablePolicy::default();
        let first = open(&tables, "cross", &policy, None).unwrap();
        let second = open(&tables, "cross", &policy, None).unwrap();
        assert!(Arc::ptr_eq(&first[0], &second[0]));
        let files = || tables.store().unwrap().open_tables().files().len();
        assert_eq!(files(), 1);
        drop((first, second));
        assert_eq!(files(), 0);
    }

    #[test]
    fn compact_tables_are_used_only_once_inserted() {
        let policy = TablePolicy { max_table: 10_000_000, ..TablePolicy::default() };
        let tables = GoalTables::in_memory();
        let names = || -> Vec<&str> {
            open(&tables, "f2l", &policy, None).unwrap().iter().map(|table| table.name()).collect()
        };
        let before = names();
        assert!(COMPACT.iter().all(|entry| !before.contains(&entry.name)), "{before:?}");
        let compact = Entry::named("cross-corners-adjacent").unwrap();
        let image = cubiform_store::fill_image(compact, &Threads::new(2), &Watch::quiet()).unwrap();
        tables.insert(compact, cubiform_store::open_image(compact, image).unwrap().unwrap());
        let after = names();
        assert_eq!(after.len(), before.len() + 1);
        assert!(after.contains(&compact.name), "{after:?}");
    }

    #[test]
    fn tables_of_one_goal_are_filled_if_allowed_and_shared() {
        let (goal, policy) = ("DF + DR", TablePolicy::default());
        let tables = GoalTables::in_memory();
        let refusing = TablePolicy { fills: false, ..policy.clone() };
        let refused = open(&tables, goal, &refusing, None).map(drop).unwrap_err();
        assert!(matches!(refused, BuildError::NotFilled { .. }), "{refused}");
        let scarce = TablePolicy { reserved_memory: u64::MAX, ..policy.clone() };
        let refused = open(&tables, goal, &scarce, None).map(drop).unwrap_err().to_string();
        assert!(refused.starts_with("filling the table for this goal takes "), "{refused}");
        let filled = open(&tables, goal, &policy, None).unwrap();
        let shared = open(&tables, goal, &refusing, None).unwrap();
        assert!(Arc::ptr_eq(&filled[0], &shared[0]));
    }

    /// A server fills the tables of all stages of a goal before requests ask for some of them.
    #[test]
    fn tables_filled_for_all_stages_are_those_of_each() {
        for named in Variant::NAMED {
            let goal = (named.variant)();
            let ad_hoc = |stages: &[usize]| table_requirements(&goal, stages, Profile::Small).unwrap().ad_hoc;
            let all = ad_hoc(&(0..goal.stages.len()).collect::<Vec<_>>());
            for stage in 0..goal.stages.len() {
                for needed in ad_hoc(&[stage]) {
                    assert!(all.iter().any(|filled| are_equal(filled, &needed)), "{} {stage}", goal.name);
                }
            }
        }
    }
}
