"""Faiyum: advisors of the pharaoh turn a swamp full of crocodiles into fertile, built-up land."""
