"""Pages as a test reads them: templates may break their lines wherever a browser draws one gap or none."""


def one_line(markup):
    return " ".join(markup.split())


def shown(response):
    """What a page sent, on one line."""
    return one_line(response.content.decode())
