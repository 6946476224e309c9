//! The tests that need gigabytes of tables, memory or minutes: those marked `#[ignore = "..."]`.

use std::path::PathBuf;

use crate::process;

/// The variable that names the table folder, of the program and of the tests.
const VARIABLE: &str = "CUBIFORM_TABLES";

/// The tables that the tests need, as arguments of `cubiform tables build`.
const TABLES: [&str; 7] =
    ["full", "optimal-small", "444-slice", "444-block", "444-outer", "phase-1", "phase-2"];

/// The ignored tests of a package.
struct Tests {
    package: &'static str,
    /// The names with their modules.
    names: &'static [&'static str],
}

/// All ignored tests. A run fails if one of them does not exist, or if a package has others.
const TESTS: [Tests; 6] = [
    Tests {
        package: "cubiform-tables",
        names: &[
            "cosets::fill::tests::histograms_match_the_catalogue",
            "four::tests::all_stages_lead_to_the_solved_cube",
            "four::outer_block_tests::all_stages_lead_to_a_3x3x3",
            "golden::large_tables_have_their_golden_checksums",
            "kociemba::tests::all_cosets_are_within_twelve_moves",
            "kociemba::tests::all_states_of_g1_are_within_eighteen_moves",
        ],
    },
    Tests {
        package: "cubiform-solvers",
        names: &[
            "five_stage::solutions_solve_and_are_as_short_as_their_metric_allows",
            "five_stage::states_near_solved_take_few_turns",
            "five_stage::node_budgets_are_kept_and_reproducible",
            "full::full_tables_reproduce_known_lengths_of_all_variants",
            "full::small_and_full_tables_give_equal_lengths",
            "full::means_of_first_two_stages_match_known_means",
            "optimal::all_states_within_six_moves_are_solved_optimally",
            "optimal::published_lengths_of_random_states_are_found",
            "outer_block::solutions_solve_by_outer_blocks_and_are_short",
            "outer_block::states_near_solved_take_few_turns",
            "outer_block::budgets_are_kept_and_node_budgets_are_reproducible",
            "reduction_exhaustive::no_chain_of_two_hundred_states_is_shorter",
        ],
    },
    Tests {
        package: "cubiform-answers",
        names: &["pasted::texts_of_any_fragments_are_answered_for_ten_minutes"],
    },
    Tests { package: "cubiform", names: &["cancel::four::solvers_of_444_end_soon_after_cancellation"] },
    Tests {
        package: "cubiform-research",
        names: &[
            "axes::tests::rows_and_stored_dr_equal_other_counts",
            "crosses::tests::stored_distributions_of_all_classes_equal_counted_ones",
            "crosses::tests::symmetry_reduction_does_not_change_the_counts_of_opposite_and_of_six_colors",
            "best_slot::far_states::tests::hardest_states_are_as_many_as_counted",
            "best_slot::halves::tests::the_gpu_program_counts_the_same",
            "best_slot::tests::known_distributions_equal_the_counted_ones",
            "pseudo_crosses_with_a_pseudo_pair_are_recounted",
            "pseudo_xcrosses_are_recounted",
        ],
    },
    Tests {
        package: "cubiform-cli",
        names: &[
            "stats::read::damage::every_flipped_bit_is_refused_or_changes_no_content",
            "atlas::extremes_are_as_long_as_told",
            "serve_attacks::a_log_that_cannot_be_written_stops_none_of_ten_thousand_requests",
            "serve_attacks::cheap_answers_do_not_wait_behind_solves_of_ten_seconds",
            "serve_attacks::fifty_killed_servers_start_again_with_their_tables_unchanged",
            "serve_attacks::no_body_of_any_size_takes_much_memory_or_delays_others",
            "serve_attacks::two_hundred_clients_that_never_read_are_cut_off",
            "four::solutions_solve_in_every_form",
            "four::solutions_start_from_the_orientation_after_the_scramble",
        ],
    },
];

/// Builds and verifies the tables in the folder that `CUBIFORM_TABLES` names, or else in `target/full-tables`, and runs
/// the ignored tests.
pub(crate) fn run() -> Result<(), String> {
    // Absolute, because tests run in the folder of their package.
    let folder =
        std::env::var_os(VARIABLE).map(PathBuf::from).map(|path| std::path::absolute(&path).unwrap_or(path));
    let folder = folder.unwrap_or_else(|| process::root().join("target/full-tables")).display().to_string();
    let tables = |arguments: &[&str]| {
        let command = ["run", "--release", "--locked", "--bin", "cubiform", "--", "tables"];
        process::run_with(&[(VARIABLE, &folder)], "cargo", &[&command, arguments].concat())
    };
    // The names are checked first: compiling takes minutes, building the tables takes longer.
    TESTS.iter().try_for_each(Tests::check_names)?;
    tables(&[&["build"], &TABLES[..]].concat())?;
    tables(&["verify"])?;
    TESTS.iter().try_for_each(|tests| tests.run(&folder))
}

impl Tests {
    /// Returns the arguments of `cargo` that select the ignored tests of the package.
    fn command(&self) -> Vec<&'static str> {
        let all = ["test", "--release", "--locked", "--lib", "--bins", "--tests", "-p", self.package];
        [&all[..], &["--", "--ignored"]].concat()
    }

    /// Prints the ignored tests of the package, and checks that they are the ones in `names`.
    fn check_names(&self) -> Result<(), String> {
        let mut found = process::test_names(&self.command())?;
        let mut expected = self.names.to_vec();
        found.iter().for_each(|name| eprintln!("{}: {name}", self.package));
        found.sort_unstable();
        expected.sort_unstable();
        if found == expected {
            return Ok(());
        }
        Err(format!(
            "the ignored tests of {} are not those in xtask/src/full.rs: found {found:#?}, expected {expected:#?}",
            self.package
        ))
    }

    /// Runs the tests one at a time, since some need most of the memory and others measure times.
    fn run(&self, folder: &str) -> Result<(), String> {
        let command = [&self.command()[..], &["--test-threads", "1"]].concat();
        process::run_with(&[(VARIABLE, folder)], "cargo", &command)
    }
}
