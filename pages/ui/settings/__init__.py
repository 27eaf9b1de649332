"""What a visitor can set: one class, one table, one check.

For pages:

`sidebar.current()` : the `Settings` of this run, frozen and valid; `DEFAULTS` are the first ones.
`sidebar.choose(settings)` : a callback that sets the sidebar.
`Setting(name, label, kind, default, ...)` : one setting, of the sidebar's `table.SETTINGS` or of a
    page; kind, limits and choices are those of the core's `Option`.
`PageSettings(setting, ...)` : the settings of one page: `arrive` reads the link and says what was
    refused, `draw` draws a widget and returns its value, `value` returns it, `leave_in_link`
    writes it.
`table.HIDDEN` : the sidebar's settings that a page ignores.
`values.from_query`, `values.to_query`, `values.checked` : links and any values, checked.

`table` and `values` are free of Streamlit.
"""

from pages.ui.settings.table import Setting
from pages.ui.settings.values import DEFAULTS, Settings, UploadedTable
from pages.ui.settings.widgets import PageSettings

__all__ = ["DEFAULTS", "PageSettings", "Setting", "Settings", "UploadedTable"]
