"""Running the server: health, figures, preparing games, workers."""
