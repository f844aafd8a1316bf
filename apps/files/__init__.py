"""Contents of files: each kept once in its workspace, in pieces, for as long as something refers to it; and quotas."""
