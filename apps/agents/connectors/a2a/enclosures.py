"""The files that come with an answer of A2A, inside it or behind links."""

import asyncio
from collections.abc import AsyncGenerator, Mapping

from apps.agents.connectors.a2a.story import Story
from apps.agents.connectors.files import fetch_file, say_unfetched, say_unread
from apps.agents.connectors.replies import Failed
from apps.agents.domain.calls import File
from apps.agents.domain.untrusted_json import Said, text_in
from apps.core.outbound import OutboundError

PAUSES = (0.5, 2.0)  # seconds before a link is tried again


class Enclosures:
    """Gives the files of a story that is over. One that is not to be had does not take the rest of the answer along."""

    def __init__(self, url: str, headers: Mapping[str, str]) -> None:
        self.count = 0
        self.missing: list[str] = []  # why others are, a sentence each
        self._url = url
        self._headers = headers

    async def files_of(self, story: Story) -> AsyncGenerator[File]:
        """Give each file once, though it stood in a status message and in an artifact."""
        for file in dict.fromkeys(file for artifact in story.made for file in artifact.files):
            self.count += 1
            yield file
        self.missing += [say_unread(name) for artifact in story.made for name in artifact.unread]
        links = (link for artifact in story.made for link in artifact.links)
        for link in {text_in(link, "url"): link for link in links}.values():
            try:
                file = await self._fetched(link)
            except (Failed, OutboundError) as error:
                self.missing.append(say_unfetched(text_in(link, "name"), error))
            else:
                self.count += 1
                yield file

    async def _fetched(self, link: Said) -> File:
        for pause in PAUSES:
            try:
                return await fetch_file(link, self._url, self._headers)
            except (Failed, OutboundError) as error:
                if error.permanent:
                    raise
            await asyncio.sleep(pause)
        return await fetch_file(link, self._url, self._headers)
