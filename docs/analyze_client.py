#!/usr/bin/env python3
"""Asks `sisku analyze --json` from Python, with the standard library only.

    python3 analyze_client.py [SISKU]
"""

import json
import subprocess
import sys
import threading


class Analyzer:
    """A running `sisku analyze --json`. Queries go in at any time; answers come out of order."""

    def __init__(self, sisku="sisku", *args):
        self.process = subprocess.Popen(
            [sisku, "analyze", "--json", *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, **query):
        self.process.stdin.write(json.dumps(query) + "\n")
        self.process.stdin.flush()

    def answers(self):
        """Yields answers until the queue is done: call `close` from elsewhere, or before."""
        for line in self.process.stdout:
            yield json.loads(line)
        self.process.wait()

    def close(self):
        self.process.stdin.close()


def main():
    analyzer = Analyzer(*sys.argv[1:2])
    game = ["a4b5c4", "f4d5d4"]

    def ask():
        analyzer.send(id="game", moves=game, turns="all", limits={"nodes": 200}, multipv=2)
        analyzer.send(id="bad", moves=["a4b5c4", "nonsense"])
        analyzer.close()

    # A thread of its own writes, so that neither side waits for the other.
    threading.Thread(target=ask).start()
    answers = sorted(analyzer.answers(), key=lambda answer: ("error" in answer, answer.get("turn", 0)))
    for answer in answers:
        if "error" in answer:
            print(f"{answer['id']}: error in {answer['field']}: {answer['error']}")
            continue
        root, best = answer["root"], answer["moves"][0]
        expected = root["win"] + root["draw"] / 2
        print(f"{answer['id']} turn {answer['turn']}: {best['native']}, {expected:.3f} points expected")


if __name__ == "__main__":
    main()
