#!/usr/bin/env python3
"""Holds ours against OpenSpiel's on the exported tree of a small game: exploitability, CFR+, search.

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

With --bot instead, OpenSpiel's IS-MCTS bot plays the game against our search at equal iterations:

    sisku-lab tree tiny --export tiny.efg --search 300 --search-strategy tiny-300.json
    python3 lab/openspiel.py tiny.efg --bot 300 --against tiny-300.json

The bot searches each information set that its own choices lead to. Printed are the exploitability of
both by OpenSpiel's code, and the exact score of our strategy against the bot's, as either player. The
bot draws the histories of an information set all alike; its playouts are random, as ours are in these
games. It is the Python implementation, since only that can be told how to draw histories.
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
    bot = parser.add_argument_group("OpenSpiel's IS-MCTS bot")
    bot.add_argument("--bot", type=int, metavar="ITERATIONS", help="of the bot at each information set")
    bot.add_argument(
        "--against", type=pathlib.Path, nargs="+", default=[], metavar="FILE", help="what --search-strategy wrote"
    )
    bot.add_argument("--uct-c", type=float, default=2.0, help="its exploration constant [default: 2]")
    bot.add_argument(
        "--final", choices=["most", "visits"], default="most", help="its answer: the most visited, or by visits"
    )
    bot.add_argument("--seeds", type=int, default=1, help="searches at each information set, averaged")
    bot.add_argument("--seed", type=int, default=1, help="of the first search")
    bot.add_argument("--json", action="store_true", dest="as_json", help="print one JSON object")
    args = parser.parse_args()
    if args.against and args.bot is None:
        parser.error("--against: expected --bot, too")
    if min(args.bot or 1, args.seeds) < 1:
        parser.error("--bot, --seeds: expected 1 or more")
    return args


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


def table(game, players):
    """Our strategy by information set. These are numbered by player, from 1."""
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
    return table


def completed(game, table):
    """A strategy with all actions alike where it never comes."""
    complete = {}
    for key, states in histories(game).items():
        actions = states[0].legal_actions()
        complete[key] = table.get(key, [(action, 1 / len(actions)) for action in actions])
    return complete


def histories(game):
    """The histories of every information set."""
    found, open_states = {}, [game.new_initial_state()]
    while open_states:
        state = open_states.pop()
        if state.is_terminal():
            continue
        if not state.is_chance_node():
            found.setdefault(state.information_state_string(), []).append(state)
        open_states.extend(state.child(action) for action in state.legal_actions())
    return found


def bot_strategy(game, args):
    """The bot's strategy at the information sets that its own choices lead to."""
    import numpy
    from open_spiel.python.algorithms import ismcts, mcts

    alike = histories(game)
    random = numpy.random.RandomState(args.seed)
    final = ismcts.ISMCTSFinalPolicyType
    final = final.MAX_VISIT_COUNT if args.final == "most" else final.NORMALIZED_VISITED_COUNT
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = ismcts.ISMCTSBot(
        game, evaluator, args.uct_c, args.bot, random_state=random, final_policy_type=final
    )

    def resample(state, _):
        states = alike[state.information_state_string()]
        return states[random.randint(len(states))].clone()

    bot.set_resampler(resample)
    table = {}

    def searched(state):
        key = state.information_state_string()
        if key not in table:
            shares = dict.fromkeys(state.legal_actions(), 0.0)
            for _ in range(args.seeds):
                for action, share in bot.get_policy(state):
                    shares[action] += share / args.seeds
            table[key] = list(shares.items())
        return table[key]

    for player in range(2):
        open_states = [game.new_initial_state()]
        while open_states:
            state = open_states.pop()
            if state.is_terminal():
                continue
            if state.current_player() == player:
                actions = [action for action, share in searched(state) if share > 0]
            else:
                actions = state.legal_actions()
            open_states.extend(state.child(action) for action in actions)
    return table


def winnings(game, tables):
    """What player one wins on the average with the first strategy against the second."""
    total, open_states = 0.0, [(game.new_initial_state(), 1.0)]
    while open_states:
        state, likely = open_states.pop()
        if state.is_terminal():
            total += likely * state.returns()[0]
        elif state.is_chance_node():
            open_states.extend((state.child(action), likely * p) for action, p in state.chance_outcomes())
        else:
            choices = tables[state.current_player()][state.information_state_string()]
            open_states.extend((state.child(action), likely * p) for action, p in choices if p > 0)
    return total


def against_bot(game, args):
    """Exploitability of the bot and of our strategies, and the scores between them."""
    bot = bot_strategy(game, args)
    given = pyspiel.exploitability(game, pyspiel.TabularPolicy(completed(game, bot)))
    rows = [{"strategy": "bot", "exploitability": given}]
    for path in args.against:
        ours = table(game, read(path)["players"])
        given = pyspiel.exploitability(game, pyspiel.TabularPolicy(ours))
        score = (winnings(game, [ours, bot]) - winnings(game, [bot, ours]) + 2.0) / 4.0
        rows.append({"strategy": str(path), "exploitability": given, "score_against_bot": score})
    if args.as_json:
        settings = {"iterations": args.bot, "uct_c": args.uct_c, "final": args.final, "seeds": args.seeds}
        print(json.dumps({**settings, "seed": args.seed, "searched": len(bot), "rows": rows}))
        return
    print(f"bot: {args.bot} iterations at each of {len(bot)} information sets that its choices lead to")
    for row in rows:
        score = row.get("score_against_bot")
        score = "" if score is None else f", against the bot {100 * score:.2f} %"
        print(f"{row['strategy']}: exploitability {row['exploitability']:.4f}{score}")


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
    if args.bot is not None:
        against_bot(game, args)
        return 0
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
        ours_there = pyspiel.TabularPolicy(table(game, found["players"]))
        theirs = pyspiel.exploitability(game, ours_there)
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
