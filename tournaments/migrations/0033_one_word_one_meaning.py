"""Rename tables whose names had a second meaning. Their rows stay as they are."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from tournaments.operation import append_only


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0032_expelled'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = append_only.without_triggers(
        migrations.RenameModel(old_name='Ban', new_name='ForbiddenPairing'),
        migrations.RenameModel(old_name='Claim', new_name='PlayerReport'),
        migrations.RenameModel(old_name='Match', new_name='TeamMatch'),
        migrations.RenameModel(old_name='Publication', new_name='MirrorLink'),
        migrations.RenameModel(old_name='Sheet', new_name='Upload'),
        migrations.RenameModel(old_name='Site', new_name='StaticSite'),
        migrations.AlterField(
            model_name='forbiddenpairing',
            name='event',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='forbidden_pairings', to='tournaments.event'),
        ),
        migrations.AlterField(
            model_name='mirrorlink',
            name='event',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='mirror_link', to='tournaments.event'),
        ),
        migrations.AlterField(
            model_name='playerreport',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='player_reports', to='tournaments.game'),
        ),
        migrations.AlterField(
            model_name='staticsite',
            name='event',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='static_sites', to='tournaments.event'),
        ),
        migrations.AlterField(
            model_name='upload',
            name='event',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='uploads', to='tournaments.event'),
        ),
        migrations.RemoveConstraint(model_name='playerreport', name='one_claim_per_side'),
        migrations.AddConstraint(
            model_name='playerreport',
            constraint=models.UniqueConstraint(fields=('game', 'side'), name='one_report_per_side'),
        ),
        migrations.RemoveConstraint(model_name='upload', name='one_sheet_for_each_purpose'),
        migrations.AddConstraint(
            model_name='upload',
            constraint=models.UniqueConstraint(fields=('event', 'user', 'purpose'), name='one_upload_for_each_purpose'),
        ),
    )
