"""Looks at archives of tiles: reading them, the style they are drawn in, and the page that shows them."""
