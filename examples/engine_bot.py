#!/usr/bin/env python3
"""Plays a whole game of Enchanted Lands through `atlas engine`: seat 0 is played here, the other seat by a bot.

    python3 examples/engine_bot.py target/release/atlas
"""

import json
import subprocess
import sys

engine = subprocess.Popen(
    [sys.argv[1] if len(sys.argv) > 1 else "atlas", "engine"],
    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
)


def ask(**request):
    engine.stdin.write(json.dumps(request) + "\n")
    engine.stdin.flush()
    answer = json.loads(engine.stdout.readline())
    if not answer["ok"]:
        sys.exit(f"{request}: {answer['error']['message']}")
    return answer


def choose(view, legal):
    """Predicts a Place with two chips when two or more cards of that number are on the board; otherwise plays the
    first legal action."""
    on_board = [placed["card"].split("-")[1] for placed in view["board"]]
    for action in legal:
        card, *bet = action.split()
        if bet == ["place", "2"] and on_board.count(card.split("-")[1]) >= 2:
            return action
    return legal[0]


acting = ask(cmd="new", game="enchanted-lands", seats=2, seed=7)["acting"]
while acting:
    seat = acting[0]
    if seat == 0:
        view = ask(cmd="view", seat=seat)["view"]
        action = choose(view, ask(cmd="legal", seat=seat)["actions"])
    else:
        action = ask(cmd="bot", seat=seat, level="greedy", seed=1)["action"]
    done = ask(cmd="act", seat=seat, action=action)
    acting = done["acting"]
    print(f"seat {seat}: {action}")

outcome = ask(cmd="outcome")
print("scores", outcome["scores"], "winners", outcome["winners"])
