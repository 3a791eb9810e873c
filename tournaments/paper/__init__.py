"""What goes to paper: the sheets that can be printed, their heads and feet, and their PDFs."""
