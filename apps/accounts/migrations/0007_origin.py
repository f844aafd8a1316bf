import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

STANDS = """
CREATE FUNCTION accounts_origin_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'who stands at the beginning of something is never changed';
END $$;
CREATE TRIGGER accounts_origin_stands BEFORE UPDATE ON accounts_origin
    FOR EACH ROW EXECUTE FUNCTION accounts_origin_stands();
"""
CHANGES = """
DROP TRIGGER accounts_origin_stands ON accounts_origin;
DROP FUNCTION accounts_origin_stands();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0006_refusals_left_out'),
    ]

    operations = [
        migrations.CreateModel(
            name='Origin',
            fields=[
                ('id', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('person', 'person'), ('token', 'token'), ('system', 'system')], max_length=8)),
                ('created_at', models.DateTimeField()),
                ('token', models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='origins', to='accounts.apitoken')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='origins', to=settings.AUTH_USER_MODEL)),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='origins', to='accounts.workspace')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('kind', 'system'), ('token', None), ('user', None)), models.Q(('kind', 'person'), ('token', None), models.Q(('user', None), _negated=True)), models.Q(('kind', 'token'), models.Q(('user', None), _negated=True), models.Q(('token', None), _negated=True)), _connector='OR'), name='origin_kind_matches')],
            },
        ),
        migrations.RunSQL(STANDS, CHANGES),
    ]
