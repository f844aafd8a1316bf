"""Reading contents and quotas."""
