"""Find the hub's manifest and its registry with ard-sdk, ask it, and check the manifest with both packages' rules.

The SDK asks registries over TLS alone; this hub speaks plain HTTP on this machine, so the last step is changed.
"""

import asyncio
import json
import sys

import httpx
from ard import Profile, validate
from ard.http import ArdClient
from ard_publish import validate as publishable

HUB, TOKEN = sys.argv[1:3]


class WithoutTLS(httpx.AsyncHTTPTransport):
    """Sends what was meant for a server with TLS to the one without."""

    async def handle_async_request(self, request):
        """Ask the same address over plain HTTP."""
        request.url = request.url.copy_with(scheme="http")
        return await super().handle_async_request(request)


async def main():
    """Print what was found."""
    async with httpx.AsyncClient(transport=WithoutTLS()) as http, ArdClient(http) as client:
        secure = HUB.replace("http://", "https://")
        raw = (await http.get(f"{secure}/.well-known/ard.json")).json()
        manifest = await client.fetch_manifest(f"{secure}/.well-known/ard.json")
        (place,) = [entry.url for entry in manifest.entries if entry.type.is_registry]
        registry = client.registry(place.replace("http://", "https://"), token=TOKEN)
        found = await registry.search("calculate with numbers", federation="none", page_size=3)
        listed = await registry.list(page_size=100)
        facets = await registry.explore(["type"])
        said = {
            "wrong": [str(issue) for issue in validate(manifest, Profile.PUBLISH).errors],
            "unpublishable": publishable(raw),
            "found": [str(one.identifier) for one in found],
            "scores": [one.score for one in found],
            "listed": len(listed.items),
            "total": listed.total,
            "types": [bucket.value for bucket in facets.facets["type"].buckets],
        }
    print(json.dumps(said))  # noqa: T201


asyncio.run(main())
