"""Let accounts prove more than a password: passkeys, authenticator apps, recovery codes."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0008_shared_keys'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='doorentry',
            name='kind',
            field=models.CharField(choices=[('signed-in', 'signed in'), ('refused', 'wrong name or password'), ('signed-out', 'signed out'), ('ended', 'signed out other browsers'), ('link', 'used a sign-in link'), ('password', 'set a password'), ('denied', 'was denied a page'), ('link-made', 'was given a sign-in link'), ('closed', 'account deactivated'), ('reopened', 'account reactivated'), ('rights', 'right to create events changed'), ('wrong-code', 'wrong second factor'), ('recovery', 'used a recovery code'), ('new-codes', 'made new recovery codes'), ('added', 'added a second factor'), ('removed', 'removed a second factor'), ('reset', 'second factor reset by an admin')], max_length=10, verbose_name='what'),
        ),
        migrations.CreateModel(
            name='Authenticator',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('secret', models.TextField()),
                ('last_step', models.BigIntegerField(default=0)),
                ('created_at', models.DateTimeField()),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='authenticator', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Passkey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('credential', models.BinaryField(max_length=1023, unique=True)),
                ('public_key', models.BinaryField()),
                ('uses', models.BigIntegerField(default=0)),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('created_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='passkeys', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='RecoveryCode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='recovery_codes', to=settings.AUTH_USER_MODEL)),
            ],
        ),
    ]
