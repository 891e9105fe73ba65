"""The mails that accounts need, in the languages of the client."""

from __future__ import annotations

from typing import Literal, NamedTuple

Language = Literal["en", "de"]


class MailText(NamedTuple):
    subject: str
    text: str


RESET: dict[Language, MailText] = {
    "en": MailText(
        "A new password for Sandtable",
        "Hello {name},\n\n"
        "somebody, probably you, wants to set a new password for your account at {site}. "
        "Open this link within an hour; it works once:\n\n{link}\n\n"
        "If it was not you, ignore this mail: nothing has changed.\n",
    ),
    "de": MailText(
        "Ein neues Passwort für Sandtable",
        "Hallo {name},\n\n"
        "jemand, vermutlich du, möchte für dein Konto bei {site} ein neues Passwort festlegen. "
        "Öffne diesen Link innerhalb einer Stunde; er gilt einmal:\n\n{link}\n\n"
        "Warst du es nicht, dann ignoriere diese Nachricht: Es hat sich nichts geändert.\n",
    ),
}


def reset_mail(language: Language, name: str, site: str, link: str) -> MailText:
    text = RESET[language]
    return MailText(text.subject, text.text.format(name=name, site=site, link=link))
