"""A visitor who sends what no browser would, and reads the warnings."""

from __future__ import annotations

import math
from collections.abc import Iterable

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.load.elements import name_of
from tests.load.visitor import Visitor


def not_of_a_kind(name: str) -> list[WidgetState]:
    """Return values of every type for a widget, most of which it cannot read."""
    several = WidgetState(id=name)
    several.string_array_value.data[:] = ["x", "y"]
    none = WidgetState(id=name)
    none.string_array_value.data[:] = []
    numbers = WidgetState(id=name)
    numbers.double_array_value.data[:] = [math.inf, 2.0, 3.0]
    return [
        several,
        none,
        numbers,
        WidgetState(id=name, double_value=math.inf),
        WidgetState(id=name, string_value="<b>"),
        WidgetState(id=name, json_value="{"),
        WidgetState(id=name, bool_value=False),
    ]


class Forger(Visitor):
    """One session of the kind that the server must survive."""

    async def send(self, message: BackMsg) -> None:
        """Send any message at all."""
        await self._socket.send(message.SerializeToString())

    async def set_all(self, states: Iterable[WidgetState]) -> None:
        """Give these widgets a value, and no other; some may not be on the screen."""
        self._widgets = {state.id: state for state in states}
        await self._ask()

    async def go_back(self, query: str) -> None:
        """Go back to an address of this page, as the browser's button does."""
        self.query, self.back = query, True
        await self._ask()
        self.back = False

    def forged(self, *, mixed: bool = False) -> list[list[WidgetState]]:
        """Return values of every type for each widget on the screen, and for one that is not.

        mixed : each begins with another type.
        """
        names = {name_of(element) for _, _, element in self.elements.values()} - {""}
        values = [not_of_a_kind(name) for name in sorted({*names, "no widget of ours"})]
        turned = [n % len(one) if mixed else 0 for n, one in enumerate(values)]
        return [one[n:] + one[:n] for one, n in zip(values, turned, strict=True)]

    def alerts(self) -> list[str]:
        """Return the sentences of warnings and errors."""
        shown = [element for _, _, element in self.elements.values()]
        found = [one.alert.body for one in shown if one.WhichOneof("type") == "alert"]
        return [body.replace("\\", "") for body in found]
