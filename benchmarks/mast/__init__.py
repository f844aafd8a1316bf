"""Fourteen scripted villains and fifty honest goals: what the product finds of the published ways of failing."""
