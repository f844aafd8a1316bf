"""A server on this machine with an answer for each path, and 404 for others."""

from tests.agents.connectors.fake_agent import served

NOT_FOUND = (404, "application/json", '{"detail": "Not Found"}')


def serving(routes):
    """Serve `routes`: (method, path) -> (status, media type, body), or a function of the request that gives one."""

    def tell(request):
        told = routes.get((request.method, request.path), NOT_FOUND)
        return told(request) if callable(told) else told

    return served(tell)
