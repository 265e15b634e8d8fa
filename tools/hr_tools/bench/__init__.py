"""What calls cost: instructions beside a budget, and time beside what a vendor would write by hand."""
