"""An agent on agentstack's server, which gives a file too: `python agentstack_agent.py PORT MODEL_URL`."""

import asyncio
import base64
import sys

from a2a.types import FilePart, FileWithBytes, Message, Part, TextPart
from agentstack_sdk.server import Server
from agentstack_sdk.server.context import RunContext

port = int(sys.argv[1])
server = Server()


def note(what):
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


@server.agent(
    name="Knitting designer",
    description="Designs knitting patterns for scarves, socks and jumpers.",
)
async def design(message: Message, context: RunContext):
    """Designs knitting patterns for scarves, socks and jumpers."""
    texts = [part.root.text for part in message.parts if isinstance(part.root, TextPart)]
    files = [part.root.file for part in message.parts if isinstance(part.root, FilePart)]
    said = "\n".join([*texts, *(base64.b64decode(file.bytes).decode() for file in files)])
    if "take your time" in said:
        note("begun")
        try:
            await asyncio.sleep(10)
        except asyncio.CancelledError:
            note("stopped working")
            raise
        note("told to the end")
    seen = " The yarn is heliotrope." if "heliotrope" in said else ""
    yield f"Knit two, purl two, forty times.{seen}"
    pattern = base64.b64encode(b"row,stitches\n1,40\n").decode()
    file = FileWithBytes(bytes=pattern, name="pattern.csv", mime_type="text/csv")
    yield Message(message_id="m", role="agent", parts=[Part(root=FilePart(file=file))])


if __name__ == "__main__":
    server.run(host="127.0.0.1", port=port, self_registration=False)
