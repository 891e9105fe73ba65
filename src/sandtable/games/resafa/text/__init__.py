"""Everything people read: prompts, log lines, reasons, effects in words."""
