"""The ids of the games in Gymnasium: ``sandtable/faiyum-v1`` and so on.

`gymnasium.make` finds them once `sandtable.envs` has been imported.
"""

from __future__ import annotations

import gymnasium

from sandtable.kernel.registry import games


def register_games() -> None:
    """Make all games known to `gymnasium.make` and `gymnasium.make_vec`."""
    for name in games():
        id = f"sandtable/{name}-v1"
        if id not in gymnasium.registry:
            gymnasium.register(
                id,
                entry_point="sandtable.envs.solo:SoloEnv",
                vector_entry_point="sandtable.envs.gymnasium_vector:GamesVectorEnv",
                kwargs={"name": name},
            )
