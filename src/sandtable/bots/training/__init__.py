"""Teaching a network the choices of strong players: `sandtable train`."""
