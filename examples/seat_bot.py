#!/usr/bin/env python3
"""A bot that plays one seat of any game at random. Run it in a simulation:

    atlas sim enchanted-lands --games 100 --seats greedy,cmd:examples/seat_bot.py
"""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(random.choice(message["legal"]), flush=True)
