"""Trying a model out: whatever its server does, a person reads one plain sentence, and soon."""

import json
import socket
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from apps.accounts.domain.model_settings import ModelSettings
from apps.accounts.gateway import try_model

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
