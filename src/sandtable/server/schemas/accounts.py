"""Accounts: requests and responses."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field

from sandtable.server.auth.passwords import MAX_LENGTH
from sandtable.server.schemas.requests import Name, RequestModel, storable
from sandtable.server.schemas.responses import Me

Password = Annotated[str, Field(max_length=MAX_LENGTH), AfterValidator(storable)]
Email = Annotated[str, Field(max_length=254), AfterValidator(storable)]
Secret = Annotated[str, Field(max_length=100), AfterValidator(storable)]
Credential = Annotated[
    dict[str, Any], Field(description="The result of PublicKeyCredential.toJSON().")
]


class SignUpRequest(RequestModel):
    name: Name
    password: Password | None = Field(None, description="Either a password ...")
    passkey: Credential | None = Field(None, description="... or the new passkey.")
    email: Email | None = Field(None, description="To reset the password; may be left out.")
    invite: Secret | None = Field(None, description="The invitation, if one is needed to sign up.")


class SignInRequest(RequestModel):
    name: Name
    password: Password


class PasskeySignInRequest(RequestModel):
    passkey: Credential


class PasskeyNameRequest(RequestModel):
    name: Name | None = Field(None, description="For a new account: its name.")


class PasskeyRequest(RequestModel):
    passkey: Credential
    name: Name = Field(description="A name for it, such as the device it is on.")


class ConfirmRequest(RequestModel):
    password: Password | None = Field(None, description="The password, if the account has one.")


class EmailRequest(ConfirmRequest):
    email: Email | None


class PasswordRequest(ConfirmRequest):
    new: Password | None = Field(description="Null: sign in with passkeys only.")


class ListedRequest(RequestModel):
    listed: bool


class ResetRequest(RequestModel):
    name: Annotated[str, Field(min_length=1, max_length=254), AfterValidator(storable)] = Field(
        description="The account's name or mail address."
    )
    language: Literal["en", "de"] = "en"


class NewPasswordRequest(RequestModel):
    link: Secret = Field(description="The part of the link after the #.")
    password: Password


class BringRequest(RequestModel):
    ticket: Annotated[str, Field(max_length=1000), AfterValidator(storable)]


class InviteRequest(RequestModel):
    uses: int = Field(1, ge=1, le=100, description="How many people can sign up with it.")


class SignUpRules(BaseModel):
    """How to sign up here."""

    signup: Literal["open", "invite", "closed"]
    first: bool = Field(
        description="The next account created from this machine becomes the administrator's."
    )
    mail: bool = Field(description="Whether passwords can be reset by mail.")


class GuestGames(BaseModel):
    """What somebody has as a guest on the device where they just signed in."""

    name: str
    tables: int
    ticket: str = Field(description="To be sent to POST /api/account/bring.")


class SignedIn(BaseModel):
    me: Me
    guest: GuestGames | None


class PasskeyInfo(BaseModel):
    id: str
    name: str
    created: str
    used: str | None


class SignInInfo(BaseModel):
    id: str
    device: str
    created: str
    seen: str
    current: bool


class AccountInfo(BaseModel):
    name: str
    email: str | None
    admin: bool
    listed: bool
    created: str
    has_password: bool
    passkeys: list[PasskeyInfo]
    sign_ins: list[SignInInfo]
    may_invite: bool


class PasskeyOptions(BaseModel):
    """For the browser's navigator.credentials, as JSON."""

    options: dict[str, Any]


class BroughtTables(BaseModel):
    tables: int


class Invite(BaseModel):
    id: str
    uses: int = Field(description="How many are left.")
    expires: str


class NewInvite(Invite):
    secret: str = Field(description="Shown only once: the link is /sign-up#SECRET.")


class Invites(BaseModel):
    invites: list[Invite]
