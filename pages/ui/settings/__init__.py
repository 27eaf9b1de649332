"""What a visitor can set: one table of rows, and the values, the link and the widgets made of it.

Free of Streamlit but for `sidebar`, `widgets` and `page_options`.
"""

from pages.ui.settings.values import DEFAULTS, Settings, Table

__all__ = ["DEFAULTS", "Settings", "Table"]
