"""Hooks of schemathesis: half of the paths name things that exist, whose identifiers stand in the file SKIROUTE_KNOWN names.

Random identifiers alone would never come past "not found".
"""

import json
import os
import pathlib
import random

import schemathesis

KNOWN = json.loads(pathlib.Path(os.environ["SKIROUTE_KNOWN"]).read_text())


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    if path_parameters and random.random() < 0.5:
        return {name: random.choice(KNOWN[name]) if name in KNOWN else value for name, value in path_parameters.items()}
    return path_parameters
