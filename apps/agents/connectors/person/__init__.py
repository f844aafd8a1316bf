"""People who do tasks: one waits in their list until they answer, hand it back, or its time is over."""

from apps.agents.domain.connectors import PERSON, Descriptor, Resume
from apps.agents.domain.reach import Reach

DESCRIPTOR = Descriptor(
    kind=PERSON,
    name="A person",
    settings=f"{__name__}.connector:PersonConfig",
    connector=f"{__name__}.connector:PersonConnector",
    choosable=False,
    streaming=True,
    cancel=True,
    files=True,
    resume=Resume.BY_KEY,
    reach=Reach.READS,  # being asked changes nothing; what a person then does is their own decision
    harmless="A person sees what they were asked before",
    inside=True,
)
