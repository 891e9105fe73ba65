"""People beyond one table: what they have, how they do, whom they know."""
