"""Reading tables out of files and texts, and writing them: verbatim cells, broken rows said openly."""
