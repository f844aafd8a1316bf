"""A team as a model: what programs that know OpenAI's two forms ask, answered by the hub or by one of its agents."""
