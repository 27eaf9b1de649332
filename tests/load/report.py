"""What was measured, printed line by line, and whether all of it is within its limits."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Report:
    """What was measured, printed line by line, and whether all of it is within its limits."""

    good: bool = True
    errors: list[str] = field(default_factory=list)

    def say(self, what: str, found: float, unit: str = "s", most: float | None = None) -> None:
        """Print a number, beside the most it may be."""
        verdict = ""
        if most is not None:
            fits = found <= most
            self.good &= fits
            verdict = f"(at most {most:g}) {'ok' if fits else 'TOO MUCH'}"
        print(f"{what:60} {found:10.2f} {unit:3} {verdict}".rstrip(), flush=True)
