"""Why ours probably does not show what the paper says, by the key of the claim.

Written after the figures were computed and looked at, for the claims that do not hold or are
not decided in them.
"""

REASONS: dict[str, str] = {}
