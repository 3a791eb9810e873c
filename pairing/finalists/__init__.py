"""The finalists' round before a final: whose games are fixed, and rounds before it that leave opponents for the others.

Appendix B has the rule of the fixed games; to look ahead to them is our own addition (decision 10).
"""
