"""Small numerical tools that know nothing about physics."""
