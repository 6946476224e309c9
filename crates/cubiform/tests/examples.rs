//! Runs the examples: each checks its own answers.

#[path = "../examples/cancel.rs"]
mod cancel;
#[path = "../examples/optimal_crosses.rs"]
mod optimal_crosses;
#[path = "../examples/own_goal.rs"]
mod own_goal;
#[path = "../examples/own_puzzle.rs"]
mod own_puzzle;
#[path = "../examples/own_table.rs"]
mod own_table;

#[test]
fn examples_run() {
    for example in [cancel::main, optimal_crosses::main, own_goal::main, own_puzzle::main, own_table::main] {
        example().expect("an example runs");
    }
}
