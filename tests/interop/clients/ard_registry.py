"""Find the hub's manifest and its registry with ard-sdk, ask it, and check the manifest with both packages' rules."""

import asyncio
import json
import sys
import urllib.request

from ard import Profile, validate
from ard.http import ArdClient
from ard_publish import validate as publishable

HUB, TOKEN = sys.argv[1:3]


async def main():
    """Print what was found."""
    with urllib.request.urlopen(f"{HUB}/.well-known/ard.json") as answer:
        raw = json.load(answer)
    async with ArdClient() as client:
        manifest = await client.fetch_manifest(f"{HUB}/.well-known/ard.json")
        (place,) = [entry.url for entry in manifest.entries if entry.type.is_registry]
        registry = client.registry(place, token=TOKEN)
        found = await registry.search("calculate with numbers", federation="none", page_size=3)
        listed = await registry.list(page_size=100)
        facets = await registry.explore(facets=["type"])
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
