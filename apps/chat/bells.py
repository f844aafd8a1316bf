"""What conversations ring for."""

from apps.journal.bells import Bell


class ChatBell(Bell):
    """Each value is the name of the one job that answers."""

    TURN_DUE = "chat.take_turn"  # (conversation id): a conversation's next turn may be taken
    GOAL_DONE = "chat.learn_from_goal"  # (workspace id): goals went well; agents learn from all that wait, once
    ANSWER_OWED = "chat.deliver_answer"  # (goal id): a goal has an answer that is not among its files
    PROSE_DUE = "chat.render_room"  # (conversation id): messages are shown as plain words until they are rendered
