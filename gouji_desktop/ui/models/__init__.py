"""View models: QObjects that hold frozen inputs, derive frozen props, and emit only what changed."""
