-- Their places were taken by the indexes referral_converted and referral_ended, which begin with the same columns.
drop index concurrently if exists app.referral_by_conversion;
drop index concurrently if exists app.referral_by_end;
