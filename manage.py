#!/usr/bin/env python3
"""Run one of Crosstable's commands; `python manage.py help` lists them."""

from config.command import main

if __name__ == "__main__":
    main()
