"""What the pages and the manual promise, the tests that hold it, and for each clause the change that breaks it."""
