//! Runs the examples: each checks its own answers.

#[path = "../../examples/cancel.rs"]
mod cancel;
#[path = "../../examples/hardest_states.rs"]
mod hardest_states;
#[path = "../../examples/optimal_crosses.rs"]
mod optimal_crosses;
#[path = "../../examples/own_goal.rs"]
mod own_goal;
#[path = "../../examples/own_puzzle.rs"]
mod own_puzzle;
#[path = "../../examples/own_table.rs"]
mod own_table;
#[path = "../../examples/two_shortest_phases.rs"]
mod two_shortest_phases;

#[test]
fn examples_run() {
    let examples = [
        cancel::main,
        hardest_states::main,
        optimal_crosses::main,
        own_goal::main,
        own_puzzle::main,
        own_table::main,
        two_shortest_phases::main,
    ];
    for example in examples {
        example().expect("an example runs");
    }
}
