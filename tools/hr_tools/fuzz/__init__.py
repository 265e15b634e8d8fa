"""Fuzzing with libFuzzer and AddressSanitizer, on the stable compiler."""
