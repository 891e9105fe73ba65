"""Notices: what people choose, and what they are shown."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field

from sandtable.server.notices.preferences import DAY_MINUTES, is_zone
from sandtable.server.schemas.requests import Asked, storable

NoticeKind = Literal["turn", "invited", "began", "ended"]
Minute = Annotated[int, Field(ge=0, lt=DAY_MINUTES)]


def known_zone(name: str) -> str:
    if not is_zone(name):
        raise ValueError("there is no such time zone")
    return name


class Quiet(BaseModel):
    """Hours without notices, in minutes of the day; they may reach into the next day."""

    begin: Minute
    until: Minute
    zone: Annotated[str, Field(max_length=60), AfterValidator(known_zone)] = Field(
        description="A time zone such as Europe/Berlin."
    )


class NoticeChoices(Asked):
    kinds: list[NoticeKind] = Field(max_length=4)
    push: bool
    email: bool
    webhook: bool
    webhook_url: Annotated[str, Field(max_length=2000), AfterValidator(storable)] | None = None
    webhook_format: Literal["discord", "slack"] = "discord"
    quiet: Quiet | None = None
    language: Literal["en", "de"] = "en"


class NoticeSettings(BaseModel):
    kinds: list[NoticeKind]
    push: bool
    push_key: str = Field(description="The server's key, with which a browser subscribes.")
    devices: int = Field(description="Browsers of mine that take push messages.")
    email: bool
    email_available: bool = Field(description="Whether this server sends mail.")
    email_address: str | None = Field(description="The address that was confirmed.")
    webhook: bool
    webhook_url: str | None
    webhook_format: Literal["discord", "slack"]
    quiet: Quiet | None
    language: Literal["en", "de"]


class AddressRequest(Asked):
    address: Annotated[str, Field(min_length=3, max_length=254), AfterValidator(storable)]
    language: Literal["en", "de"] = "en"


class TokenRequest(Asked):
    token: Annotated[str, Field(min_length=1, max_length=1000), AfterValidator(storable)]


class Confirmed(BaseModel):
    address: str


class PushKeys(Asked):
    p256dh: Annotated[str, Field(min_length=1, max_length=120), AfterValidator(storable)]
    auth: Annotated[str, Field(min_length=1, max_length=40), AfterValidator(storable)]


class PushRequest(Asked):
    endpoint: Annotated[str, Field(min_length=1, max_length=2000), AfterValidator(storable)]
    keys: PushKeys


class EndpointRequest(Asked):
    endpoint: Annotated[str, Field(min_length=1, max_length=2000), AfterValidator(storable)]


class ChannelRequest(Asked):
    channel: Literal["push", "email", "webhook"]


class WaitingTable(BaseModel):
    id: str
    name: str
    game: str
    title: str


class Turns(BaseModel):
    """The tables where I have to choose."""

    tables: list[WaitingTable]
