"""Runs the steps on standard input with the installed client, and writes what became of each."""

import json
import re
import sys

from goodword import ApiError, Client, sign_user, verify_event


def snake(name):
    return re.sub("[A-Z]", lambda match: "_" + match[0].lower(), name)


def run(step, waits):
    kind, arguments = step["do"], step["args"]
    named = {snake(name): value for name, value in step.get("named", {}).items()}
    if kind == "sign":
        return sign_user(*arguments, **named)
    if kind == "verify":
        return verify_event(*arguments, **named)
    client = Client(*step["client"], sleep=waits.append, chance=lambda: 0.0)
    if kind == "show":
        return repr(client)
    result = getattr(client, snake(step["operation"]))(*arguments, **named)
    if kind == "iterate":
        return [entry["id"] for entry in result]
    return result.page() if kind == "page" else result


outcomes = []
for step in json.load(sys.stdin):
    waits = []
    try:
        outcome = {"result": run(step, waits)}
    except ApiError as error:
        names = ("code", "status", "param", "request_id", "retry_after_seconds", "doc_url")
        outcome = {"failure": [getattr(error, name) for name in names], "message": str(error)}
    except ValueError as error:
        outcome = {"mistake": str(error)}
    outcomes.append({**outcome, "waits": waits})
print(json.dumps(outcomes))
