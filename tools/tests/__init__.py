"""Tests of hr_tools itself: `PYTHONPATH=tools python3 -m unittest discover -s tools/tests -t tools`."""
