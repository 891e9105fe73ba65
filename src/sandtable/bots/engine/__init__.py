"""What bots think with: evaluations, plans for a turn, and the tree search. It compiles."""
