"""Make the static embedding of `apps/agents/embedding/model` again.

Needs a network and torch, neither of which the product has, so run it in an environment of its own:

    python -m venv distill && distill/bin/pip install "model2vec[distill]==0.10.0"
    distill/bin/python scripts/distill_static_embedding.py <folder>
"""

import argparse
from pathlib import Path

from model2vec.distill import distill

BASE_MODEL = "sentence-transformers/all-MiniLM-L6-v2"
DIMENSIONS = 256
SIF_COEFFICIENT = 1e-4  # how strongly frequent tokens are weighed down


def main() -> None:
    """Distil the base model and write the result into the folder named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    model = distill(BASE_MODEL, pca_dims=DIMENSIONS, sif_coefficient=SIF_COEFFICIENT, quantize_to="int8")
    model.save_pretrained(folder)


if __name__ == "__main__":
    main()
