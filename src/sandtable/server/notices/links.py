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
        data = _read(self._confirm, token, 3)
        if data is None or not isinstance(data[2], int) or data[2] < moment:
            return None
        return str(data[0]), str(data[1])

    def end_token(self, identity: str, address: str) -> str:
        return str(self._end.dumps([identity, address]))

    def read_end(self, token: str) -> tuple[str, str] | None:
        data = _read(self._end, token, 2)
        return None if data is None else (str(data[0]), str(data[1]))


def _read(serializer: URLSafeSerializer, token: str, parts: int) -> list[object] | None:
    if len(token) > LONGEST:
        return None
    try:
        data = serializer.loads(token)
    except BadData:
        return None
    return data if isinstance(data, list) and len(data) == parts else None
