"""An agent of smolagents, which writes and runs code: `ioa-connect --python smolagents_answer:answer`.

GARDEN_MODEL in the environment is the address of its model.
"""

import os
import sys

from smolagents import CodeAgent, FinalAnswerStep, OpenAIServerModel

from ioa_connect import Answer, Progress, Usage


def answer(text: str):
    """Each step is told; between two steps the work can be given up."""
    model = OpenAIServerModel("fake", api_base=os.environ["GARDEN_MODEL"], api_key="none")
    agent = CodeAgent(tools=[], model=model, verbosity_level=0)
    said = ""
    try:
        for step in agent.run(text, stream=True):
            if isinstance(step, FinalAnswerStep):
                said = str(step.output)
            else:
                yield Progress(type(step).__name__)
    except GeneratorExit:
        sys.stdout.write("stopped working\n")
        sys.stdout.flush()
        raise
    spent = agent.monitor.get_total_token_counts()
    yield Answer(said, Usage(spent.input_tokens, spent.output_tokens))
