"""A goal with a file, by a client that openapi-generator made in FOLDER: `openapi_generator.py HUB TOKEN FOLDER`."""

import json
import sys
import time

hub, token, folder = sys.argv[1:4]
sys.path.insert(0, folder)

from ioa_generated import ApiClient, Configuration, DocumentsApi, GoalIn, GoalsApi, PlansApi  # noqa: E402
from ioa_generated.exceptions import ConflictException  # noqa: E402


def started(plans, team):
    """Whether there was a plan to start."""
    try:
        plans.start_plan(team)
    except ConflictException:
        return False
    return True


with ApiClient(Configuration(host=hub, access_token=token)) as client:
    client.default_headers["Authorization"] = f"Bearer {token}"
    goals, plans = GoalsApi(client), PlansApi(client)
    goal = goals.create_goal(GoalIn(text="What is 12 * 7?", shows_plan=True))
    goals.upload_goal_file(goal.id, ("notes.csv", b"a,b\n1,2\n"))
    until = time.monotonic() + 60
    while not started(plans, goal.team) and time.monotonic() < until:
        time.sleep(0.3)  # it is planned meanwhile
    while goals.get_goal(goal.id).outcome == "running" and time.monotonic() < until:
        time.sleep(0.3)
    answer = goals.get_result(goal.id).answer
    files = [file.name for file in DocumentsApi(client).list_documents(goal=goal.id).items]
print(json.dumps({"answer": answer, "files": files}))  # noqa: T201
