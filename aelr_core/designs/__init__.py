r"""One joint sample of an example's attributes, with the probabilities of every pair in it.

The paper draws twice per example: k attributes for x̃ and one for φ̃. The joint algorithms (ours,
not the paper's) draw one sample S of at most K = k + 1 distinct attributes, so every pair that
was seen serves the gradient. What a design must know is :math:`π_i = P(i \in S)` and
:math:`π_{ij} = P(i, j \in S)`:

- `conditional_poisson`: exactly K attributes, for K <= 16;
- `thinned_poisson`: at most K attributes, for K > 16;
- `hard_budget`: one of these two, or all attributes where K is enough: the design in use;
- `poisson`: K in expectation only, the design of the theorems;
- `inclusion`: which attributes are worth how much, and from these scores to probabilities;
- `estimates`: the gradient and the loss from a sample, and how large the gradient is, exactly.

Uniforms come in as data. Everything is exactly unbiased: the actual probabilities are used.
"""
