"""What a visitor can set: one table of rows, from which values, link and widgets are made.

Free of Streamlit except `sidebar`, `widgets`, `opened_link` and `page_options`.
"""

from pages.ui.settings.values import DEFAULTS, Settings, UploadedTable

__all__ = ["DEFAULTS", "Settings", "UploadedTable"]
