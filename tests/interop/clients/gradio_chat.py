"""Gradio's chat page on the hub as its model: `gradio_chat.py HUB TOKEN PORT` serves it."""

import sys

import gradio

hub, token, port = sys.argv[1:4]
page = gradio.load_chat(f"{hub}/v1", model="hub", token=token, streaming=True)
page.launch(server_name="127.0.0.1", server_port=int(port), quiet=True, show_error=True)
