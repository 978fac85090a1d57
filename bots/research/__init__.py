"""The rulesets for researchers: PettingZoo environments and OpenSpiel games over the same engine."""
