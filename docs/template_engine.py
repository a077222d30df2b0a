#!/usr/bin/env python3
"""A UGI engine to begin with. It passes `sisku check`.

It has no rules of its own: it asks `sisku` (or $SISKU) for them. Put yours into `rules`, and a search into `search`.
"""
import os, subprocess, sys, threading, time

rulebook = subprocess.Popen([os.environ.get("SISKU", "sisku")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

def rules(line):
    """What the rules answer to `position`, `moves`, `uginewgame` or `query`, as lines."""
    print(line, "isready", sep="\n", file=rulebook.stdin, flush=True)
    answer = iter(rulebook.stdout.readline, "")
    return [text.rstrip("\n") for text in iter(lambda: next(answer), "readyok\n")]

def say(*lines):
    sys.stdout.write("\n".join(lines) + "\n")  # in one piece: two threads write
    sys.stdout.flush()

def search(moves, seconds, stop):
    """Runs beside the input, so that `isready` and `stop` are heard. Thinks of nothing until the time is over."""
    start = time.monotonic()
    stop.wait(seconds)
    spent = max(int(1000 * (time.monotonic() - start)), 1)
    best = moves[seed % len(moves)] if moves else "0000"
    if moves:
        say(f"info depth 1 nodes {len(moves)} nps {1000 * len(moves) // spent} time {spent} pv {best}")
    say(f"bestmove {best}")

def seconds_for(words):
    """The time for a search, None for one that has to be stopped."""
    limits = {key: int(value) for key, value in zip(words, words[1:]) if value.isdigit()}
    if "movetime" in limits:
        return max(limits["movetime"] - 5, 0) / 1000
    if "p1time" in limits:
        turn = "p1time" if rules("query p1turn") == ["response true"] else "p2time"
        return limits.get(turn, 0) / 30000
    return 0 if "depth" in limits or "nodes" in limits else None

seed, stop, thinking, bounded = 0, threading.Event(), threading.Thread(), True
sys.stdin.reconfigure(errors="replace")
for line in sys.stdin:
    words = line.split()
    match words:
        case ["ugi"]:
            say("id name Template", "id author you", "option name Seed type spin default 0 min 0 max 1000000", "ugiok")
        case ["isready"]:
            say("readyok")
        case ["setoption", "name", "Seed", "value", value] if value.isdigit():
            seed = int(value)
        case ["setoption", *_] | ["uginewgame", *_] | ["position", _, *_] | ["moves", _, *_] | ["query", _, *_]:
            for answer in rules(line.strip()):
                say(answer)
        case ["go", *limits]:
            moves, seconds = rules("query moves")[0].split()[1:], seconds_for(limits)
            stop, bounded = threading.Event(), seconds is not None
            thinking = threading.Thread(target=search, args=(moves, seconds, stop))
            thinking.start()
        case ["stop"]:
            stop.set()
        case ["quit"]:
            bounded = False
            break
        case [word, *_]:
            say(f"info string error: unknown command '{word}'")
if not bounded:
    stop.set()
if thinking.ident:
    thinking.join()
