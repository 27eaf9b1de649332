"""A file on its way to the server, as a browser sends it. Loopback only."""

from __future__ import annotations

from http.client import HTTPConnection
from urllib.parse import urlsplit

from streamlit.proto.Common_pb2 import FileURLs
from streamlit.proto.WidgetStates_pb2 import WidgetState

PATIENCE = 120.0  # seconds


def put_file(url: str, path: str, name: str, content: bytes) -> None:
    """Send a file as a browser does, with the token that the server has set as a cookie."""
    parts = urlsplit(url)
    assert parts.hostname is not None
    connection = HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE)
    try:
        connection.request("GET", "/_stcore/health")
        answer = connection.getresponse()
        answer.read()
        cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
        boundary = "a-boundary-of-this-file"
        head = f'Content-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        body = f"--{boundary}\r\n{head}".encode() + content + f"\r\n--{boundary}--\r\n".encode()
        headers = {
            "Cookie": cookie,
            "X-Xsrftoken": cookie.partition("=")[2],
            "Content-Type": f"multipart/form-data; boundary={boundary}",
        }
        connection.request("PUT", path, body, headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status >= 300:
            raise ConnectionError(f"The upload was refused with status {answer.status}.")
    finally:
        connection.close()


def uploaded(uploader: str, urls: FileURLs, name: str, size: int) -> WidgetState:
    """Return the state of an uploader that has a file."""
    state = WidgetState(id=uploader)
    info = state.file_uploader_state_value.uploaded_file_info.add()
    info.file_id, info.name, info.size = urls.file_id, name, size
    info.file_urls.CopyFrom(urls)
    return state
