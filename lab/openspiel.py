#!/usr/bin/env python3
"""Checks our exploitability and CFR+ against OpenSpiel's on the exported tree of a small game.

    pip install open_spiel
    sisku-lab tree tiny --export tiny.efg --cfr-plus 5,100 --strategy tiny-strategy.json --json > tiny.json
    python3 lab/openspiel.py tiny.efg tiny.json --strategy tiny-strategy.json --solve 5

Loads the tree as OpenSpiel's `efg_game` and compares
- the exploitability of uniform play,
- the exploitability of the strategy that our CFR+ found,
- the exploitability after the same numbers of iterations, up to --solve, of OpenSpiel's CFR+ and CFR.

The last is the Python implementation (slow: seconds an iteration), since one thing of it has to be
changed: many actions of these games are worth exactly the same, so that what rounding leaves of their
regrets would decide the next strategy. Regrets up to 1e-12 are taken for zero here and there. Without
a JSON file OpenSpiel's C++ solver runs for --solve iterations as it is. Ends with exit code 1 if a
figure differs by more than --tolerance.
"""

import argparse
import json
import pathlib
import sys

try:
    import pyspiel
except ImportError:
    sys.exit("error: open_spiel is not installed: pip install open_spiel")

NEGLIGIBLE = 1e-12


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("efg", type=pathlib.Path, help="the exported tree")
    parser.add_argument("json", type=pathlib.Path, nargs="?", help="what sisku-lab tree --json printed")
    parser.add_argument("--strategy", type=pathlib.Path, help="what --strategy wrote")
    parser.add_argument("--solve", type=int, default=0, metavar="ITERATIONS", help="at most so many iterations")
    parser.add_argument("--tolerance", type=float, default=1e-6)
    return parser.parse_args()


def read(path):
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError) as error:
        sys.exit(f"error: {path}: {error}")


def load(path):
    if not path.is_file():
        sys.exit(f"error: {path}: no such file")
    # The file's name goes into a game string, where some characters have a meaning.
    if any(character in str(path) for character in ",()="):
        sys.exit(f"error: {path}: a path without commas, brackets and equals signs is needed")
    return pyspiel.load_game(f"efg_game(filename={path})")


def strategy(game, players):
    """Our strategy as OpenSpiel's. Information sets are numbered by player, from 1."""
    table = {}
    open_states = [game.new_initial_state()]
    while open_states:
        state = open_states.pop()
        if state.is_terminal():
            continue
        actions = state.legal_actions()
        if not state.is_chance_node():
            key, player = state.information_state_string(), state.current_player()
            if key not in table:
                ours = players[player][int(key.split("-")[2]) - 1]
                table[key] = [(action, ours[state.action_to_string(action)]) for action in actions]
        open_states.extend(state.child(action) for action in actions)
    return pyspiel.TabularPolicy(table)


def exact_regret_matching(cumulative_regrets, legal_actions):
    """OpenSpiel's regret matching, with negligible regrets taken for zero."""
    positive = {action: cumulative_regrets[action] for action in legal_actions}
    positive = {action: regret if regret > NEGLIGIBLE else 0.0 for action, regret in positive.items()}
    total = sum(positive.values())
    return {a: positive[a] / total if total > 0 else 1 / len(legal_actions) for a in legal_actions}


def solved(game, wanted, most):
    """Exploitability by algorithm and iterations, of OpenSpiel's solvers."""
    # It needs numpy, and takes a moment to load.
    from open_spiel.python.algorithms import cfr

    cfr._regret_matching = exact_regret_matching
    for name, solver_class in (("CFR+", cfr.CFRPlusSolver), ("CFR", cfr.CFRSolver)):
        checkpoints = {n for algorithm, n in wanted if algorithm == name and n <= most}
        if not checkpoints:
            continue
        solver = solver_class(game)
        for iteration in range(1, max(checkpoints) + 1):
            solver.evaluate_and_update_policy()
            if iteration in checkpoints:
                average = solver.average_policy()
                table = {key: list(average.policy_for_key(key).nonzero()[0]) for key in average.state_lookup}
                table = {
                    key: [(int(a), float(average.policy_for_key(key)[a])) for a in actions]
                    for key, actions in table.items()
                }
                yield (name, iteration), pyspiel.exploitability(game, pyspiel.TabularPolicy(table))


def main():
    args = arguments()
    ours = {}
    if args.json:
        printed = read(args.json)
        ours = {(run["algorithm"], run["iterations"]): run["exploitability"] for run in printed["runs"]}
        ours["uniform", 0] = printed["uniform"]
    game = load(args.efg)
    worst, compared = 0.0, 0
    print("strategy  iterations  OpenSpiel     Sisku         difference")

    def show(name, iterations, theirs, our):
        nonlocal worst, compared
        line = f"{name:8}  {iterations:10}  {theirs:.9f}"
        if our is not None:
            worst, compared = max(worst, abs(theirs - our)), compared + 1
            line += f"   {our:.9f}   {abs(theirs - our):.1e}"
        print(line, flush=True)

    uniform = pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game))
    show("uniform", 0, uniform, ours.get(("uniform", 0)))
    if args.strategy:
        found = read(args.strategy)
        theirs = pyspiel.exploitability(game, strategy(game, found["players"]))
        show("ours", 0, theirs, found["exploitability"])
    if ours:
        for (name, iterations), value in solved(game, ours, args.solve):
            show(name, iterations, value, ours[name, iterations])
    else:
        solver = pyspiel.CFRPlusSolver(game)
        for _ in range(args.solve):
            solver.evaluate_and_update_policy()
        show("CFR+", args.solve, pyspiel.exploitability(game, solver.average_policy()), None)
    if compared:
        verdict = "agree" if worst <= args.tolerance else "DIFFER"
        print(f"{compared} figures {verdict}: the greatest difference is {worst:.1e}")
    return 0 if worst <= args.tolerance else 1


if __name__ == "__main__":
    sys.exit(main())
