"""What SkiRoute is built from: its dependencies, found where they are declared, and their bill of materials."""
