"""What the installation keeps for itself: how fast is asked, what the audit log was spared, its key."""

from django.db import models


class LeftOut(models.Model):
    """How many refusals the audit log was spared since it was told so last; see actions.refusals."""

    deed = models.CharField(max_length=48, primary_key=True)
    count = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"{self.count} of {self.deed}"


class Pace(models.Model):
    """How far ahead of its rate somebody has asked; see actions.rate_limits. A row is void after its moment."""

    key = models.CharField(max_length=100, primary_key=True, help_text="What is counted: user:..., token:..., ...")
    ahead_until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.key


class SigningKey(models.Model):
    """The installation's Ed25519 key, with which it signs what it exports: one row, made when it is first needed."""

    ONLY = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY)
    sealed = models.BinaryField(editable=False, help_text="The private key, encrypted; never shown.")
    public = models.BinaryField(help_text="The public key: 32 bytes.")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="signing_key_once")]

    def __str__(self) -> str:
        return f"signing key of {self.made_at:%Y-%m-%d %H:%M}"
