-- Its place was taken by the index referral_of_referred.
alter table app.referral drop constraint referral_tenant_id_referred_account_id_key;
