"""Passkeys: what the browser is asked to sign, and whether it signed that.

A challenge is stored (as a hash) until it is answered, at most five minutes, and counts once, in
whichever process the answer arrives. The library that checks signatures is slow to import, so
servers do without it until somebody has a passkey.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import Connection, Row

from sandtable.server.errors import ApiError
from sandtable.server.storage import link_store

LIFETIME = 5 * 60 * 1000
REFUSED = "This passkey was not accepted; try again."


def encoded(data: bytes) -> str:
    """Bytes as browsers send them: in base64 for addresses, without the padding."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Site(NamedTuple):
    """Where people find this server: passkeys belong to its name."""

    origin: str

    @property
    def name(self) -> str:
        return urlsplit(self.origin).hostname or "localhost"


class NewPasskey(NamedTuple):
    id: str
    public_key: str
    sign_count: int


def registration_options(
    site: Site, identity: str, name: str, known: list[str]
) -> tuple[dict[str, Any], bytes]:
    """What the browser needs to make a passkey, and the challenge in it."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_registration_options(
        rp_id=site.name,
        rp_name="Sandtable",
        user_name=name,
        user_id=identity.encode(),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=decoded(id)) for id in known],
    )
    return json.loads(webauthn.options_to_json(options)), options.challenge


def sign_in_options(site: Site) -> tuple[dict[str, Any], bytes]:
    """The browser offers whatever passkeys it has for this site."""
    import webauthn
    from webauthn.helpers.structs import UserVerificationRequirement

    options = webauthn.generate_authentication_options(
        rp_id=site.name, user_verification=UserVerificationRequirement.REQUIRED
    )
    return json.loads(webauthn.options_to_json(options)), options.challenge


def keep_challenge(
    connection: Connection, challenge: bytes, identity: str | None, moment: int
) -> None:
    link_store.drop_expired(connection, moment)
    link_store.add_link(connection, link_store.CHALLENGE, challenge, identity, moment, LIFETIME)


def use_challenge(
    connection: Connection, credential: dict[str, Any], identity: str | None, moment: int
) -> bytes:
    """The challenge that was answered; raises where it was not given out, to somebody else, was
    answered before or has expired."""
    challenge = _challenge(credential)
    link = link_store.use_link(connection, link_store.CHALLENGE, challenge, moment)
    if link is None or link.identity != identity:
        raise ApiError("forbidden", "This took too long; try again.")
    return challenge


def check_new(site: Site, credential: dict[str, Any], challenge: bytes) -> NewPasskey:
    import webauthn
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        verified = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):
        raise ApiError("forbidden", REFUSED) from None
    return NewPasskey(
        encoded(verified.credential_id),
        encoded(verified.credential_public_key),
        verified.sign_count,
    )


def check_sign_in(site: Site, credential: dict[str, Any], challenge: bytes, known: Row[Any]) -> int:
    """How often the passkey has signed by now, where its signature is right."""
    import webauthn
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        verified = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=decoded(known.public_key),
            credential_current_sign_count=known.sign_count,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError):
        raise ApiError("forbidden", REFUSED) from None
    return verified.new_sign_count


def _challenge(credential: dict[str, Any]) -> bytes:
    try:
        text = decoded(credential["response"]["clientDataJSON"])
        return decoded(json.loads(text)["challenge"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ApiError("bad_request", "This is not the answer of a passkey.") from None


def credential_id(credential: dict[str, Any]) -> str:
    """The id in the one form that is stored."""
    try:
        return encoded(decoded(credential["id"]))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ApiError("bad_request", "This is not the answer of a passkey.") from None
