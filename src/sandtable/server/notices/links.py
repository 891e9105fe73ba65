"""Signed links in mails: one confirms an address, the other ends the mails."""

from __future__ import annotations

from itsdangerous import BadData, URLSafeSerializer

#: Milliseconds for which an address can be confirmed.
CONFIRM = 2 * 24 * 3600 * 1000
LONGEST = 1000


class NoticeLinks:
    def __init__(self, key: str) -> None:
        self._confirm = URLSafeSerializer(key, salt="sandtable notices: confirm an address")
        self._end = URLSafeSerializer(key, salt="sandtable notices: end mails")

    def confirm_token(self, identity: str, address: str, moment: int) -> str:
        return str(self._confirm.dumps([identity, address, moment + CONFIRM]))

    def read_confirm(self, token: str, moment: int) -> tuple[str, str] | None:
        """Identity and address; None for a link that was not made here or is too old."""
        found = _read(self._confirm, token, 3)
        if found is None or not isinstance(found[2], int) or found[2] < moment:
            return None
        return str(found[0]), str(found[1])

    def end_token(self, identity: str, address: str) -> str:
        return str(self._end.dumps([identity, address]))

    def read_end(self, token: str) -> tuple[str, str] | None:
        found = _read(self._end, token, 2)
        return None if found is None else (str(found[0]), str(found[1]))


def _read(serializer: URLSafeSerializer, token: str, parts: int) -> list[object] | None:
    if len(token) > LONGEST:
        return None
    try:
        found = serializer.loads(token)
    except BadData:
        return None
    return found if isinstance(found, list) and len(found) == parts else None
