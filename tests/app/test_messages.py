"""What waits to be sent when a part of the page is drawn again."""

import tomllib
from pathlib import Path

from streamlit import config
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_cache import create_reference_msg, populate_hash_if_needed
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

CONFIG = Path(__file__).parents[2] / ".streamlit" / "config.toml"
FRAGMENT = "explorer"


def in_the_fragment(*path: int) -> ForwardMsg:
    message = ForwardMsg()
    message.metadata.delta_path.extend(path)
    message.delta.fragment_id = FRAGMENT
    return message


def test_nothing_of_a_fragment_is_left_without_its_container() -> None:
    container = in_the_fragment(0, 1)
    container.delta.add_block.allow_empty = True
    chart = in_the_fragment(0, 1, 0)
    chart.delta.new_element.markdown.body = "0.684, " * 100_000
    name = "global.minCachedMessageSize"
    before = config.get_option(name)
    config.set_option(name, tomllib.loads(CONFIG.read_text(encoding="utf-8"))["global"][name[7:]])
    try:
        populate_hash_if_needed(chart)
    finally:
        config.set_option(name, before)
    queue = ForwardMsgQueue()
    queue.enqueue(container)
    queue.enqueue(create_reference_msg(chart) if chart.metadata.cacheable else chart)
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=[FRAGMENT])
    assert queue.is_empty()
