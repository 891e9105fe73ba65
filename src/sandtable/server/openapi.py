"""`python -m sandtable.server.openapi` prints the interface's schema without starting a server."""

from __future__ import annotations

import json

from sandtable.server.app import create_app
from sandtable.server.settings import Settings


def main() -> None:
    print(json.dumps(create_app(Settings()).openapi(), indent=1))


if __name__ == "__main__":
    main()
