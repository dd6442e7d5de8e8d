"""A model that cannot be loaded."""


raise RuntimeError("this model is broken on purpose")
