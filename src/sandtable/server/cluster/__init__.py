"""What several server processes on one database share: leases, periodic jobs, news."""
