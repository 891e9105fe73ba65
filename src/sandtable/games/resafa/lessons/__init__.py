"""The guided first game and the puzzles: data, read by `sandtable.kernel.lessons`."""
