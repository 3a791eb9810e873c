"""FIDE's tournament file, TRF16 and TRF26: read into facts, and written back without loss.

A module for each kind of record. What programs in use write differently is read too, and every oddity is reported
(decision 26).
"""
