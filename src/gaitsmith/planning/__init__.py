"""Where to step next: example steps, a model of what a step does, planners (coros2008)."""
