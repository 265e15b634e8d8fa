"""What is made of the archives for a release: signatures, the setup, packages of other languages, checksums."""
