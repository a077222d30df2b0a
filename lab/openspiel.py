#!/usr/bin/env python3
"""Checks our exploitability and CFR+ against OpenSpiel's on the exported tree of a small game.

    pip install open_spiel
    sisku-lab tree tiny --export tiny.efg --cfr-plus 1,10,50 --cfr 10 --json > tiny.json
    python3 lab/openspiel.py tiny.efg tiny.json

Loads the tree as OpenSpiel's `efg_game`, computes the exploitability of uniform play and of the
average strategies of CFR+ and CFR after the same numbers of iterations, and compares them with the
figures in the JSON object. Without one it prints OpenSpiel's alone. Ends with exit code 1 if a
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

SOLVERS = {"CFR+": pyspiel.CFRPlusSolver, "CFR": pyspiel.CFRSolver}


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("efg", type=pathlib.Path, help="the exported tree")
    parser.add_argument("json", type=pathlib.Path, nargs="?", help="what sisku-lab tree --json printed")
    parser.add_argument("--iterations", type=int, nargs="*", default=[10], help="of CFR+, without a JSON file")
    parser.add_argument("--tolerance", type=float, default=1e-6)
    return parser.parse_args()


def load(path):
    if not path.is_file():
        sys.exit(f"error: {path}: no such file")
    # The file's name goes into a game string, where some characters have a meaning.
    if any(character in str(path) for character in ",()="):
        sys.exit(f"error: {path}: a path without commas, brackets and equals signs is needed")
    return pyspiel.load_game(f"efg_game(filename={path})")


def exploitabilities(game, wanted):
    """Exploitability by algorithm and iterations; wanted is a set of such pairs."""
    found = {}
    for algorithm, solver_class in SOLVERS.items():
        checkpoints = {iterations for name, iterations in wanted if name == algorithm}
        if not checkpoints:
            continue
        solver = solver_class(game)
        for iteration in range(1, max(checkpoints) + 1):
            solver.evaluate_and_update_policy()
            if iteration in checkpoints:
                found[algorithm, iteration] = pyspiel.exploitability(game, solver.average_policy())
    return found


def main():
    args = arguments()
    ours = {}
    if args.json:
        try:
            printed = json.loads(args.json.read_text())
        except (OSError, ValueError) as error:
            sys.exit(f"error: {args.json}: {error}")
        ours = {
            (run["algorithm"], run["iterations"]): run["exploitability"]
            for run in printed["runs"]
            if run["algorithm"] in SOLVERS
        }
        ours["uniform", 0] = printed["uniform"]
    game = load(args.efg)
    wanted = set(ours) or {("CFR+", iterations) for iterations in args.iterations}
    theirs = {("uniform", 0): pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game))}
    theirs.update(exploitabilities(game, wanted))
    worst = 0.0
    print("strategy  iterations  OpenSpiel     Sisku         difference")
    for (name, iterations), value in theirs.items():
        line = f"{name:8}  {iterations:10}  {value:.9f}"
        if (name, iterations) in ours:
            difference = abs(value - ours[name, iterations])
            worst = max(worst, difference)
            line += f"   {ours[name, iterations]:.9f}   {difference:.1e}"
        print(line, flush=True)
    if ours:
        verdict = "agree" if worst <= args.tolerance else "DIFFER"
        print(f"{len(ours)} figures {verdict}: the greatest difference is {worst:.1e}")
    return 0 if worst <= args.tolerance else 1


if __name__ == "__main__":
    sys.exit(main())
