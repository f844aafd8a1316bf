"""How the hub asks the agents of the demo team, which play their parts inside of it."""

from apps.agents.domain.connectors import Descriptor, Resume
from apps.agents.domain.demo_team import DEMO
from apps.agents.domain.reach import Reach

DESCRIPTOR = Descriptor(
    kind=DEMO,
    name="Demo agents: scripted",
    settings=f"{__name__}.connector:DemoConfig",
    connector=f"{__name__}.connector:DemoConnector",
    choosable=False,
    streaming=True,
    cancel=True,
    resume=Resume.BY_HANDLE,
    reach=Reach.READS,  # they say what was written before, and do nothing
    harmless="Demo agents only say what was written before",
    inside=True,
)
