"""Printing: the sheets, their headers and footers, and their PDFs."""
