"""A Python function, or an Agent, named as `module:name`."""

import inspect
import sys
from importlib import import_module
from typing import Any

from ioa_connect.agents import Agent
from ioa_connect.tasks import Task, told
from ioa_connect.wrapped.reaching import Unusable


def wrapped(name: str) -> Agent:
    """The Agent of that name, or one made of a function that takes a Task, or a text. Raises Unusable.

    What a function's docstring says is the description of its agent.
    """
    module, colon, attribute = name.partition(":")
    if not colon:
        raise Unusable("Write --python module:function.")
    sys.path.insert(0, "")  # modules of the folder where the command was given
    try:
        found: Any = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise Unusable(f"{name} can't be imported: {error}.") from error
    if isinstance(found, Agent):
        return found
    if not callable(found):
        raise Unusable(f"{name} is no function.")
    if not _takes_one(found):
        raise Unusable(f"{name} can't be called with one thing: write a function of a text, or of a Task.")
    told = inspect.getdoc(found) if inspect.isroutine(found) else ""
    return Agent(found if _takes_task(found) else _of_text(found), description=told or "")


def _takes_one(function: Any) -> bool:
    try:
        inspect.signature(function).bind("")
    except TypeError:
        return False
    except ValueError:  # what is written in C may not say
        return True
    return True


def _takes_task(function: Any) -> bool:
    """A parameter that is called `task`, or said to be a Task, gets one; any other gets the text."""
    first = next(iter(inspect.signature(function).parameters.values()), None)
    return first is not None and (first.name == "task" or first.annotation in (Task, "Task"))


def _of_text(function: Any) -> Any:
    if inspect.iscoroutinefunction(function):

        async def waiting(task: Task) -> Any:
            return await function(told(task))

        return waiting
    if inspect.isasyncgenfunction(function):
        return lambda task: function(told(task))
    return lambda task: function(told(task))
