"""Taking a task over as a program does, in the name of its person."""


def test_a_program_takes_over_lists_gives_back_and_gives_the_result(operator, world):
    plot = world.root.team.tasks.get(title="Plot revenue by year")
    taken = operator.post(f"/tasks/{plot.pk}/take-over")
    assert taken.status_code == 200, taken.json()
    assert (taken.status_code, taken.json()["owner"]["kind"], taken.json()["status"]) == (200, "person", "working")
    (listed,) = operator.get("/work").json()["taken_over"]
    assert (listed["id"], listed["handed_by"]) == (str(plot.pk), "contour")
    assert operator.post(f"/tasks/{plot.pk}/take-over").status_code == 409
    back = operator.post(f"/tasks/{plot.pk}/hand-back", {"text": "Use euros."})
    assert (back.status_code, back.json()["owner"]["handle"], back.json()["state"]) == (200, "contour", "ready")
    assert operator.post(f"/tasks/{plot.pk}/hand-back", {}).status_code == 409
    operator.post(f"/tasks/{plot.pk}/take-over")
    assert operator.post(f"/tasks/{plot.pk}/result", {"text": "Drawn by hand."}).json()["state"] == "done"
    assert operator.get("/work").json()["taken_over"] == []


def test_who_may_only_read_takes_nothing_over(viewer, world):
    plot = world.root.team.tasks.get(title="Plot revenue by year")
    assert viewer.post(f"/tasks/{plot.pk}/take-over").status_code == 403
