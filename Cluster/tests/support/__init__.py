"""What stands around the tests."""
