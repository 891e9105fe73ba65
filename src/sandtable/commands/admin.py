"""`sandtable admin`: administrators, and new passwords. Works whether the server runs or not."""

from __future__ import annotations

import argparse
import getpass
import sys

from sandtable.kernel.errors import BadOption


def add(parser: argparse.ArgumentParser) -> None:
    jobs = parser.add_subparsers(dest="job", metavar="JOB", title="jobs", required=True)
    adding = jobs.add_parser(
        "add",
        help="make an account an administrator's; asks for a password if it does not exist yet",
    )
    changing = jobs.add_parser("password", help="give an account a new password")
    for job in (adding, changing):
        job.add_argument("name", metavar="NAME", help="the name of the account")
        job.add_argument(
            "--database", metavar="URL", help="the server's database, as for `sandtable serve`"
        )


def run(args: argparse.Namespace) -> int:
    from sandtable.server.auth.administration import add_administrator, set_password
    from sandtable.server.settings import from_environment

    database = args.database or from_environment().database
    if args.job == "password":
        set_password(database, args.name, _new_password)
        print(f"{args.name} has a new password.")
        return 0
    made = add_administrator(database, args.name, _new_password)
    print(f"{args.name} has a new account and is an administrator." if made else _known(args.name))
    return 0


def _known(name: str) -> str:
    return f"{name} is an administrator; a running server notices at their next sign-in."


def _new_password() -> str:
    """Asked for twice at a terminal, read once from a pipe."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass.getpass("New password: ")
    if getpass.getpass("Repeat the password: ") != password:
        raise BadOption("the two passwords differ; nothing was changed")
    return password
