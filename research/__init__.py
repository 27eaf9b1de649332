"""How the stored results were computed and decided: the paper's panels, and our study of ours."""
