"""Trying a model out: whatever its server does, a person reads one plain sentence, and soon."""

import json
import socket
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from apps.accounts.domain.workspace_settings import ModelSettings
from apps.accounts.gateway import try_model
from apps.accounts.queries.model import environment_model

ANSWER = json.dumps({"choices": [{"message": {"content": "ready"}}]}).encode()


@contextmanager
def server(status, body, hang=None):
    """An HTTP server on loopback that answers everything the same way; `hang` holds the end back until it is set."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            length = int(self.headers["Content-Length"])
            asked.append((self.path, self.headers.get("Authorization"), json.loads(self.rfile.read(length))))
            self.send_response(status)
            self.send_header("Location", "http://192.0.2.1/")
            self.end_headers()
            self.wfile.write(body)
            if hang is not None:
                self.wfile.flush()
                hang.wait()

        def log_message(self, *_):
            pass

    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=running.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{running.server_port}/v1", asked
    finally:
        if hang is not None:
            hang.set()
        running.shutdown()
        running.server_close()
        thread.join()


def settings_for(url, key="sk-canary"):
    return ModelSettings(base_url=url, model="small", api_key=key)


def test_a_model_that_answers_is_said_to_answer():
    with server(200, ANSWER) as (url, asked):
        trial = try_model(settings_for(url))
    assert (trial.answered, trial.sentence) == (True, "small answers.")
    ((path, key, body),) = asked
    assert (path, key, body["model"]) == ("/v1/chat/completions", "Bearer sk-canary", "small")


def test_a_server_without_a_key_is_sent_none():
    with server(200, ANSWER) as (url, asked):
        try_model(settings_for(url, key=""))
    assert asked[0][1] is None


REPLIES = {
    "a refused key": (401, b"", "refused the key"),
    "a key without the right": (403, b"", "refused the key"),
    "an unknown model": (404, b"", "knows no model"),
    "no credit": (429, b"", "no credit"),
    "an error": (500, b"boom", "HTTP 500"),
    "a redirect": (302, b"", "HTTP 302"),
    "garbage": (200, b"\xff\x00<html>", "not as an OpenAI-compatible one"),
    "nothing": (200, b"", "not as an OpenAI-compatible one"),
    "another shape": (200, b'{"choices": []}', "not as an OpenAI-compatible one"),
    "a list": (200, b"[1]", "not as an OpenAI-compatible one"),
    "no words": (200, b'{"choices": [{"message": {"content": null}}]}', "answered with nothing"),
    "no end of brackets": (200, b"[" * 60_000, "not as an OpenAI-compatible one"),
    "10 MB": (200, b"a" * 10_000_000, "longer than an answer"),
}


@pytest.mark.parametrize(("status", "body", "said"), REPLIES.values(), ids=REPLIES.keys())
def test_a_failure_is_one_plain_sentence_without_the_key(status, body, said):
    with server(status, body) as (url, _):
        trial = try_model(settings_for(url))
    assert not trial.answered
    assert said in trial.sentence
    assert "sk-canary" not in trial.sentence


def test_a_server_that_hangs_is_given_up():
    with server(200, b"{", hang=threading.Event()) as (url, _):
        trial = try_model(settings_for(url), patience=0.2)
    assert (trial.answered, trial.sentence) == (False, "The server did not answer within 0.2 seconds.")


def test_a_port_where_nobody_listens_is_said():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        trial = try_model(settings_for(f"http://127.0.0.1:{probe.getsockname()[1]}/v1"))
    assert "can't be reached" in trial.sentence


@pytest.mark.parametrize("url", ["http://[broken/v1", "http://\x00/v1", "http://" + "a" * 70 + "..x/v1"])
def test_an_address_that_is_none_is_said(url):
    assert not try_model(settings_for(url)).answered


def test_without_a_model_there_is_nothing_to_try():
    assert "enter a base URL" in try_model(ModelSettings()).sentence


# --- where a model may be -------------------------------------------------------------------------------------------

GUARDED = "loopback 127.0.0.1|v6 loopback [::1]|short 127.1|decimal 2130706433|octal 0177.0.0.1|hexadecimal 0x7f000001"
GUARDED += "|mapped [::ffff:127.0.0.1]|NAT64 [64:ff9b::7f00:1]|a name localhost|metadata 169.254.169.254"
GUARDED += "|metadata of Azure 168.63.129.16|private 10.0.0.1|unique local [fd00::1]|link-local [fe80::1]|none 0.0.0.0"
HOSTS = [each.rpartition(" ")[2] for each in GUARDED.split("|")]


@pytest.fixture
def guarded(settings):
    """An installation that allows nothing besides the internet."""
    settings.IOA_LOCAL_AGENTS, settings.IOA_ALLOWED_NETWORKS = False, []
    return settings


@pytest.mark.parametrize("host", HOSTS)
def test_an_address_that_is_not_public_is_refused_before_anything_is_sent(guarded, host):
    with server(200, ANSWER) as (url, asked):
        trial = try_model(settings_for(url.replace("127.0.0.1", host)))
    assert not trial.answered
    assert trial.sentence.startswith("The server's address ")
    assert asked == []


@pytest.mark.parametrize("found", [["10.0.0.5"], ["192.0.2.1", "127.0.0.1"], ["8.8.8.8", "169.254.169.254"]], ids=str)
def test_a_name_is_refused_for_any_address_that_it_leads_to(guarded, monkeypatch, found):
    infos = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 80)) for address in found]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: infos)
    assert try_model(settings_for("http://models.example/v1")).sentence.startswith("The server's address leads to ")


@pytest.mark.parametrize("entry", ["127.0.0.0/8", "localhost"])
def test_what_the_operator_allows_is_asked(guarded, entry):
    guarded.IOA_ALLOWED_NETWORKS = [entry]
    with server(200, ANSWER) as (url, _):
        host = "localhost" if entry == "localhost" else "127.0.0.1"
        assert try_model(settings_for(url.replace("127.0.0.1", host))).answered


def test_the_environments_own_model_may_be_anywhere(guarded):
    with server(200, ANSWER) as (url, _):
        guarded.IOA_MODEL, guarded.IOA_MODEL_BASE_URL = "small", url
        assert try_model(environment_model()).answered
