#!/usr/bin/env python3
"""The table of docs/setups.md from the answers of `sisku solve --json`, and the fair set-ups.

python3 docs/setups.py RESULTS.jsonl [FAIR.txt]
"""

import json
import statistics
import sys

FAIR = (0.45, 0.55)
STEPS = (0.0, 0.45, 0.5, 0.55, 0.6, 0.7, 0.8, 0.9, 1.0)


def main(results, fair_file=None):
    answers = {}
    with open(results, encoding="utf-8") as lines:
        for line in lines:
            answer = json.loads(line)
            if "error" not in answer:
                answers[answer["fen"]] = answer
    answers = list(answers.values())
    unproven = [answer for answer in answers if answer["result"] == "unknown"]
    print(f"| set-ups | {len(answers)} |\n|---|---|")
    for result, words in (("p1win", "proven won for player 1"), ("p2win", "proven won for player 2"), ("draw", "proven drawn")):
        proven = [answer for answer in answers if answer["result"] == result]
        checked = sum(answer.get("check") == "checked" for answer in proven)
        plies = sorted(answer["plies"] for answer in proven if "plies" in answer)
        within = f", in {plies[0]} to {plies[-1]} plies, half of them within {plies[len(plies) // 2]}" if plies else ""
        print(f"| {words} | {len(proven)} ({checked} checked{within}) |")
    print(f"| not proven | {len(unproven)} |")
    for low, high in zip(STEPS, STEPS[1:]):
        count = sum(low <= answer["value"] < high for answer in unproven)
        print(f"| … value {low:.2f} to {high:.2f} | {count} |")
    print(f"| median value of these | {statistics.median(answer['value'] for answer in unproven):.3f} |")
    if fair_file:
        fair = [answer for answer in unproven if FAIR[0] <= answer["value"] <= FAIR[1]]
        with open(fair_file, "w", encoding="utf-8") as out:
            for answer in sorted(fair, key=lambda answer: (answer["value"], answer["fen"])):
                out.write(answer["fen"] + "\n")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__.strip())
    main(*sys.argv[1:])
