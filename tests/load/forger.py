"""A visitor who sends what no browser would, and reads the warnings."""

from __future__ import annotations

from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.load.visitor import Visitor


class Forger(Visitor):
    """One session of the kind that the server must survive."""

    async def send(self, message: BackMsg) -> None:
        """Send any message at all."""
        await self._socket.send(message.SerializeToString())

    async def go_back(self, query: str) -> None:
        """Go back to an address of this page, as the browser's button does."""
        self.query, self.back = query, True
        await self._ask()
        self.back = False

    def alerts(self) -> list[str]:
        """Return the sentences of warnings and errors."""
        shown = [element for _, _, element in self.elements.values()]
        found = [one.alert.body for one in shown if one.WhichOneof("type") == "alert"]
        return [body.replace("\\", "") for body in found]
