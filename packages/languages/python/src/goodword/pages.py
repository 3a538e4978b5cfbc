from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar, cast

Entry = TypeVar("Entry")
Page = TypeVar("Page")


class Pages(Generic[Entry, Page]):
    """A list: iterated it is every entry of every page, each page requested when it is needed.

    ``page()`` requests the first page alone, with its ``nextCursor``.
    """

    def __init__(self, entries: str, is_paged: bool, page_at: Callable[[str | None], dict[str, Any]]) -> None:
        self._entries = entries
        self._is_paged = is_paged
        self._page_at = page_at

    def page(self) -> Page:
        return cast(Page, self._page_at(None))

    def __iter__(self) -> Iterator[Entry]:
        cursor: str | None = None
        while True:
            page = self._page_at(cursor)
            entries = page[self._entries]
            yield from entries
            cursor = page.get("nextCursor")
            # A feed gives a cursor on every page, so that polling can go on: its iteration ends where nothing is new.
            if not self._is_paged or cursor is None or not entries:
                return
