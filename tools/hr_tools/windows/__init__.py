"""The archives for Windows, inspected and used under Wine."""
