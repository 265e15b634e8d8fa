"""Hosts of the library under AddressSanitizer, LeakSanitizer and ThreadSanitizer."""
