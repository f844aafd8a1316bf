"""An agent that speaks the Agent Client Protocol badly: `python acp_rude_agent.py HOW`. Run as a program by tests."""

import json
import sys

BAD = {  # what it says in the middle of its work
    "no JSON": "this is no JSON",
    "no object": "[1, 2]",
    "no version": '{"method": "session/update"}',
    "an update without its kind": {"sessionUpdate": None},
    "an update of a kind of its own": {"sessionUpdate": "mood", "mood": "good"},
    "words without content": {"sessionUpdate": "agent_message_chunk"},
    "words that are no text": {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": 7}},
    "a tool call without an id": {"sessionUpdate": "tool_call", "title": "Look"},
    "an update of no tool call": {"sessionUpdate": "tool_call_update", "toolCallId": "unknown", "status": "completed"},
    "a plan without steps": {"sessionUpdate": "plan"},
}


def say(message):
    text = message if isinstance(message, str) else json.dumps({"jsonrpc": "2.0", **message})
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def update(said):
    say({"method": "session/update", "params": {"sessionId": "s", "update": said}})


def answer(request, how):
    """The result of a request; what is bad comes before that of a prompt."""
    match request["method"]:
        case "initialize":
            return {"protocolVersion": 1, "agentCapabilities": {}, "agentInfo": {"name": "rude", "version": "1"}}
        case "session/new":
            return {"sessionId": "s"}
    bad = BAD[how]
    if isinstance(bad, str):
        say(bad)
    else:
        update(bad)
    say({"id": 99, "method": "terminal/create", "params": {"sessionId": "s", "command": "rm -rf /"}})
    say({"id": 7000, "result": {"nobody": "asked"}})
    update({"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "The end."}})
    return {"stopReason": "end_turn"}


def main():
    for line in sys.stdin:
        request = json.loads(line)
        if "method" in request and "id" in request:
            say({"id": request["id"], "result": answer(request, sys.argv[1])})


if __name__ == "__main__":
    main()
