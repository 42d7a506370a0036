"""Where to step next: example steps, what a step does, planners (coros2008)."""
