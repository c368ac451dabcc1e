"""The dependencies of SkiRoute, found where they are declared, and their bill of materials."""
