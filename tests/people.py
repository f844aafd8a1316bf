"""What waits for people, whichever table it is in: approvals, and questions as they were put to people."""

from apps.teams.models import Approval, Goal, QuestionHop


class PutToPeople:
    """A question as it was put to people, with the fields of an approval."""

    kind = "question"

    def __init__(self, hop: QuestionHop) -> None:
        self.id = hop.id
        self.refresh_from_db()

    def refresh_from_db(self) -> None:
        hop = QuestionHop.objects.select_related("question__answered_by").get(id=self.id)
        asked, current = hop.question, hop.question.hop_id == hop.id
        states = {"open": "pending", "answered": "answered", "lapsed": "lapsed"}
        self.question, self.options, self.task, self.team = hop.wording or asked.text, asked.options, hop.task, hop.room
        self.state = states[asked.state] if current else "lapsed"
        self.answer = asked.answer if self.state == "answered" else ""
        self.decided_by_id = asked.answered_by.user_id if asked.answered_by else None


def put_to_people(goal: Goal | None = None) -> list[PutToPeople]:
    """The questions that people were asked, in a goal where one is given."""
    hops = QuestionHop.objects.filter(to_people=True).order_by("at", "id")
    return [PutToPeople(hop) for hop in (hops.filter(room__goal=goal) if goal else hops)]


def waiting() -> list[Approval | PutToPeople]:
    """All that waits for people."""
    asked = [one for one in put_to_people() if one.state == "pending"]
    return [*Approval.objects.filter(state="pending"), *asked]


def asked() -> list[Approval | PutToPeople]:
    """All that people were asked."""
    return [*Approval.objects.all(), *put_to_people()]
