"""Notices: requests and responses."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, BaseModel, Field

from sandtable.server.notices.preferences import DAY_MINUTES, is_zone
from sandtable.server.schemas.requests import RequestModel, storable

NoticeKind = Literal["turn", "asked", "invited", "began", "ended"]
Minute = Annotated[int, Field(ge=0, lt=DAY_MINUTES)]


def known_zone(name: str) -> str:
    if not is_zone(name):
        raise ValueError("there is no such time zone")
    return name


class Quiet(BaseModel):
    """Quiet hours, in minutes of the day; they may end on the next day."""

    begin: Minute
    until: Minute
    zone: Annotated[str, Field(max_length=60), AfterValidator(known_zone)] = Field(
        description="A time zone such as Europe/Berlin."
    )


class NoticeChoices(RequestModel):
    kinds: list[NoticeKind] = Field(max_length=len(get_args(NoticeKind)))
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
    devices: int = Field(description="How many of my browsers get push messages.")
    email: bool
    email_available: bool = Field(description="Whether this server sends mail.")
    email_address: str | None = Field(description="My confirmed address.")
    webhook: bool
    webhook_url: str | None
    webhook_format: Literal["discord", "slack"]
    quiet: Quiet | None
    language: Literal["en", "de"]


class AddressRequest(RequestModel):
    address: Annotated[str, Field(min_length=3, max_length=254), AfterValidator(storable)]
    language: Literal["en", "de"] = "en"


class TokenRequest(RequestModel):
    token: Annotated[str, Field(min_length=1, max_length=1000), AfterValidator(storable)]


class Confirmed(BaseModel):
    address: str


class PushKeys(RequestModel):
    p256dh: Annotated[str, Field(min_length=1, max_length=120), AfterValidator(storable)]
    auth: Annotated[str, Field(min_length=1, max_length=40), AfterValidator(storable)]


class PushRequest(RequestModel):
    endpoint: Annotated[str, Field(min_length=1, max_length=2000), AfterValidator(storable)]
    keys: PushKeys


class EndpointRequest(RequestModel):
    endpoint: Annotated[str, Field(min_length=1, max_length=2000), AfterValidator(storable)]


class ChannelRequest(RequestModel):
    channel: Literal["push", "email", "webhook"]


class WaitingTable(BaseModel):
    id: str
    name: str
    game: str
    title: str


class Turns(BaseModel):
    """The tables where I have to choose."""

    tables: list[WaitingTable]
