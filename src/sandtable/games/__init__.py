"""The games, each a package of its own. Adding one means adding a line here."""

from sandtable.kernel.registry import register

register("faiyum", "sandtable.games.faiyum.game")
register("resafa", "sandtable.games.resafa.game")
