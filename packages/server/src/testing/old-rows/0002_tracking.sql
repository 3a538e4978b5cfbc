-- What a service with the schema 0002_tracking had written: Ada refers Bob, who is in his trial, and Cyd, who has paid.

insert into app.merchant (id, name, created_at)
values
  ('01a1fd45-994e-7000-81ed-4e263f6497c9', 'acme', '2026-11-21 08:42:39.31+00');

insert into app.tenant (id, merchant_id, mode, created_at, disabled_at)
values
  ('acme', '01a1fd45-994e-7000-81ed-4e263f6497c9', 'live', '2026-11-21 08:42:39.31+00', null),
  ('test_acme', '01a1fd45-994e-7000-81ed-4e263f6497c9', 'test', '2026-11-21 08:42:39.31+00', null);

insert into app.program (tenant_id, version, settings, updated_at)
values
  ('acme', '1', '{"name": "Referral program", "texts": {}, "theme": {}, "active": true, "currency": "USD", "cookieDays": 90, "fraudRules": [{"mode": "active", "rule": "SAME_PROCESSOR_CUSTOMER"}, {"mode": "active", "rule": "SAME_EMAIL"}, {"mode": "shadow", "rule": "SAME_USER_ID"}], "consentMode": "granted", "landingPage": "https://shop.example.com/", "fallbackPage": null, "allowedOrigins": [], "referredReward": {"type": "PCT_DISCOUNT", "discountPercent": 10, "monthsDiscountIsValid": 12}, "referrerReward": {"type": "PCT_DISCOUNT", "discountPercent": 10, "monthsDiscountIsValid": 12}, "referrerHoldDays": 0, "showReferrerName": true, "processorDiscountId": "referral_discount", "requireSignedIdentification": false}', '2026-11-21 08:42:39.31+00'),
  ('test_acme', '1', '{"name": "Referral program", "texts": {}, "theme": {}, "active": true, "currency": "USD", "cookieDays": 90, "fraudRules": [{"mode": "active", "rule": "SAME_PROCESSOR_CUSTOMER"}, {"mode": "active", "rule": "SAME_EMAIL"}, {"mode": "shadow", "rule": "SAME_USER_ID"}], "consentMode": "granted", "landingPage": "https://shop.example.com/", "fallbackPage": null, "allowedOrigins": [], "referredReward": {"type": "PCT_DISCOUNT", "discountPercent": 10, "monthsDiscountIsValid": 12}, "referrerReward": {"type": "PCT_DISCOUNT", "discountPercent": 10, "monthsDiscountIsValid": 12}, "referrerHoldDays": 0, "showReferrerName": true, "processorDiscountId": "referral_discount", "requireSignedIdentification": false}', '2026-11-21 08:42:39.31+00');

insert into app.account (tenant_id, id, external_id, currency, value_minor, billing_interval_type, billing_interval_value, subscription_status, browser_paid, provider_id, claimed_provider_id, paid_at, created_at)
values
  ('acme', '01a1fd45-9d68-7000-8201-2acbfede3b8d', 'ada', null, null, null, null, null, 'false', null, null, null, '2026-11-21 08:42:40.36+00'),
  ('acme', '01a1fd45-9e4e-7000-8575-57ea0fb67437', 'bob', 'USD', '4990', 'MONTH', '1', 'TRIAL', 'false', null, null, null, '2026-11-21 08:42:40.59+00'),
  ('acme', '01a1fd45-a00a-7000-8f01-e1c090ef388a', 'cyd', 'USD', '4990', 'MONTH', '1', 'PAID', 'false', null, null, '2026-11-21 08:42:41.275+00', '2026-11-21 08:42:41.034+00');

insert into app.participant (tenant_id, id, account_id, external_id, code, email, email_key, first_name, last_name, browser_seen_at, weighed_cookie, created_at)
values
  ('acme', '01a1fd45-9cda-7000-81d4-5a4668439244', '01a1fd45-9d68-7000-8201-2acbfede3b8d', 'ada_user', 'MMWZRGF28', 'ada@example.com', 'ada@example.com', 'Ada', 'Lovelace', '2026-11-21 08:42:40.36+00', null, '2026-11-21 08:42:40.36+00'),
  ('acme', '01a1fd45-9e2b-7000-84f1-024e9d3696c2', '01a1fd45-9e4e-7000-8575-57ea0fb67437', 'bob_user', '6QBZC4YJT', null, null, null, null, '2026-11-21 08:42:40.59+00', null, '2026-11-21 08:42:40.59+00'),
  ('acme', '01a1fd45-9ff0-7000-8e20-a637dbf0de3a', '01a1fd45-a00a-7000-8f01-e1c090ef388a', 'cyd_user', 'NBXMXCTRM', null, null, null, null, '2026-11-21 08:42:41.034+00', null, '2026-11-21 08:42:41.034+00');

insert into app.referral_code (tenant_id, code, account_id, participant_id, disabled_at, expires_at, created_at)
values
  ('acme', 'MMWZRGF28', '01a1fd45-9d68-7000-8201-2acbfede3b8d', '01a1fd45-9cda-7000-81d4-5a4668439244', null, null, '2026-11-21 08:42:40.36+00'),
  ('acme', '6QBZC4YJT', '01a1fd45-9e4e-7000-8575-57ea0fb67437', '01a1fd45-9e2b-7000-84f1-024e9d3696c2', null, null, '2026-11-21 08:42:40.59+00'),
  ('acme', 'NBXMXCTRM', '01a1fd45-a00a-7000-8f01-e1c090ef388a', '01a1fd45-9ff0-7000-8e20-a637dbf0de3a', null, null, '2026-11-21 08:42:41.034+00');

insert into app.referral (tenant_id, id, code, status, referred_account_id, referred_participant_id, referring_account_id, referring_participant_id, referred_moderation, referred_moderated_by, referrer_moderation, referrer_moderated_by, signals, started_at, converted_at, ended_at)
values
  ('acme', '01a1fd45-9f26-7000-88c5-3a2e00fb58a8', 'MMWZRGF28', 'IN_PROGRESS', '01a1fd45-9e4e-7000-8575-57ea0fb67437', '01a1fd45-9e2b-7000-84f1-024e9d3696c2', '01a1fd45-9d68-7000-8201-2acbfede3b8d', '01a1fd45-9cda-7000-81d4-5a4668439244', 'APPROVED', 'program', 'APPROVED', 'program', '[]', '2026-11-21 08:42:40.806+00', null, null),
  ('acme', '01a1fd45-a08b-7000-9286-da5b0a408510', 'MMWZRGF28', 'CONVERTED', '01a1fd45-a00a-7000-8f01-e1c090ef388a', '01a1fd45-9ff0-7000-8e20-a637dbf0de3a', '01a1fd45-9d68-7000-8201-2acbfede3b8d', '01a1fd45-9cda-7000-81d4-5a4668439244', 'APPROVED', 'program', 'APPROVED', 'program', '[]', '2026-11-21 08:42:41.163+00', '2026-11-21 08:42:41.275+00', null);

insert into app.reward (tenant_id, id, account_id, participant_id, referral_id, source, type, unit, amount, months, redeemed, created_at, scheduled_for, given_at, expires_at, cancelled_at, redeemed_at)
values
  ('acme', '01a1fd45-9f26-7000-893b-9e1abaefb948', '01a1fd45-9e4e-7000-8575-57ea0fb67437', '01a1fd45-9e2b-7000-84f1-024e9d3696c2', '01a1fd45-9f26-7000-88c5-3a2e00fb58a8', 'REFERRED', 'PCT_DISCOUNT', '%', '1000', '12', '0', '2026-11-21 08:42:40.806+00', null, '2026-11-21 08:42:40.806+00', null, null, null),
  ('acme', '01a1fd45-a0fb-7000-99bc-a93a0d179969', '01a1fd45-9d68-7000-8201-2acbfede3b8d', '01a1fd45-9cda-7000-81d4-5a4668439244', '01a1fd45-a08b-7000-9286-da5b0a408510', 'FRIEND_SIGNUP', 'PCT_DISCOUNT', '%', '1000', '12', '0', '2026-11-21 08:42:41.275+00', null, '2026-11-21 08:42:41.275+00', '2027-11-21 08:42:41.275+00', null, null),
  ('acme', '01a1fd45-a08b-7000-93a6-13a94e8b80b3', '01a1fd45-a00a-7000-8f01-e1c090ef388a', '01a1fd45-9ff0-7000-8e20-a637dbf0de3a', '01a1fd45-a08b-7000-9286-da5b0a408510', 'REFERRED', 'PCT_DISCOUNT', '%', '1000', '12', '0', '2026-11-21 08:42:41.163+00', null, '2026-11-21 08:42:41.163+00', '2027-11-21 08:42:41.275+00', null, null);

insert into app.entry (tenant_id, id, account_id, reward_id, source, kind, reward_source, reward_type, unit, amount, effective_at, created_at)
values
  ('acme', '01a1fd45-9f26-7000-8bcf-3aa37778aeb1', '01a1fd45-9e4e-7000-8575-57ea0fb67437', '01a1fd45-9f26-7000-893b-9e1abaefb948', 'grant:01a1fd45-9f26-7000-893b-9e1abaefb948', 'GRANT', 'REFERRED', 'PCT_DISCOUNT', '%', '1000', '2026-11-21 08:42:40.806+00', '2026-11-21 08:42:40.806+00'),
  ('acme', '01a1fd45-a08b-7000-95d1-e8c8e3de01b8', '01a1fd45-a00a-7000-8f01-e1c090ef388a', '01a1fd45-a08b-7000-93a6-13a94e8b80b3', 'grant:01a1fd45-a08b-7000-93a6-13a94e8b80b3', 'GRANT', 'REFERRED', 'PCT_DISCOUNT', '%', '1000', '2026-11-21 08:42:41.163+00', '2026-11-21 08:42:41.163+00'),
  ('acme', '01a1fd45-a0fb-7000-9ad3-a74511ab5746', '01a1fd45-a00a-7000-8f01-e1c090ef388a', '01a1fd45-a08b-7000-93a6-13a94e8b80b3', 'expiry:01a1fd45-a08b-7000-93a6-13a94e8b80b3', 'EXPIRY', 'REFERRED', 'PCT_DISCOUNT', '%', '-1000', '2027-11-21 08:42:41.275+00', '2026-11-21 08:42:41.275+00'),
  ('acme', '01a1fd45-a0fb-7000-9b8b-4316592e0940', '01a1fd45-9d68-7000-8201-2acbfede3b8d', '01a1fd45-a0fb-7000-99bc-a93a0d179969', 'grant:01a1fd45-a0fb-7000-99bc-a93a0d179969', 'GRANT', 'FRIEND_SIGNUP', 'PCT_DISCOUNT', '%', '1000', '2026-11-21 08:42:41.275+00', '2026-11-21 08:42:41.275+00'),
  ('acme', '01a1fd45-a0fb-7000-9c4f-3d08560d4dca', '01a1fd45-9d68-7000-8201-2acbfede3b8d', '01a1fd45-a0fb-7000-99bc-a93a0d179969', 'expiry:01a1fd45-a0fb-7000-99bc-a93a0d179969', 'EXPIRY', 'FRIEND_SIGNUP', 'PCT_DISCOUNT', '%', '-1000', '2027-11-21 08:42:41.275+00', '2026-11-21 08:42:41.275+00');

insert into app.event (tenant_id, id, account_id, referring_account_id, type, reason, subject, actor, code, participant_id, referral_id, reward_id, created_at)
values
  ('acme', '01a1fd45-9d68-7000-83f4-d889da41724f', '01a1fd45-9d68-7000-8201-2acbfede3b8d', null, 'user.created', 'IDENTIFIED', null, 'browser', null, '01a1fd45-9cda-7000-81d4-5a4668439244', null, null, '2026-11-21 08:42:40.36+00'),
  ('acme', '01a1fd45-9e4e-7000-86cb-03ee02934a41', '01a1fd45-9e4e-7000-8575-57ea0fb67437', null, 'user.created', 'IDENTIFIED', null, 'browser', null, '01a1fd45-9e2b-7000-84f1-024e9d3696c2', null, null, '2026-11-21 08:42:40.59+00'),
  ('acme', '01a1fd45-9f26-7000-8cfd-d1cc75211291', '01a1fd45-9e4e-7000-8575-57ea0fb67437', '01a1fd45-9d68-7000-8201-2acbfede3b8d', 'referral.started', 'EXPLICIT_CODE', null, 'server', 'MMWZRGF28', null, '01a1fd45-9f26-7000-88c5-3a2e00fb58a8', null, '2026-11-21 08:42:40.806+00'),
  ('acme', '01a1fd45-9f26-7000-8d30-17ddc46d6676', '01a1fd45-9e4e-7000-8575-57ea0fb67437', null, 'reward.created', 'ATTRIBUTED', null, 'server', null, null, '01a1fd45-9f26-7000-88c5-3a2e00fb58a8', '01a1fd45-9f26-7000-893b-9e1abaefb948', '2026-11-21 08:42:40.806+00'),
  ('acme', '01a1fd45-a00a-7000-90cc-440c1d11aac0', '01a1fd45-a00a-7000-8f01-e1c090ef388a', null, 'user.created', 'IDENTIFIED', null, 'browser', null, '01a1fd45-9ff0-7000-8e20-a637dbf0de3a', null, null, '2026-11-21 08:42:41.034+00'),
  ('acme', '01a1fd45-a08b-7000-96bd-15b9e2296f4f', '01a1fd45-a00a-7000-8f01-e1c090ef388a', '01a1fd45-9d68-7000-8201-2acbfede3b8d', 'referral.started', 'EXPLICIT_CODE', null, 'server', 'MMWZRGF28', null, '01a1fd45-a08b-7000-9286-da5b0a408510', null, '2026-11-21 08:42:41.163+00'),
  ('acme', '01a1fd45-a08b-7000-9738-29824a0dfc2d', '01a1fd45-a00a-7000-8f01-e1c090ef388a', null, 'reward.created', 'ATTRIBUTED', null, 'server', null, null, '01a1fd45-a08b-7000-9286-da5b0a408510', '01a1fd45-a08b-7000-93a6-13a94e8b80b3', '2026-11-21 08:42:41.163+00'),
  ('acme', '01a1fd45-a0fb-7000-9d49-49ede49f447c', '01a1fd45-a00a-7000-8f01-e1c090ef388a', '01a1fd45-9d68-7000-8201-2acbfede3b8d', 'referral.converted', 'FIRST_PAYMENT', null, 'server', null, null, '01a1fd45-a08b-7000-9286-da5b0a408510', null, '2026-11-21 08:42:41.275+00'),
  ('acme', '01a1fd45-a0fb-7000-9ef1-5263ea1699f9', '01a1fd45-9d68-7000-8201-2acbfede3b8d', null, 'reward.created', 'CONVERTED', null, 'server', null, null, '01a1fd45-a08b-7000-9286-da5b0a408510', '01a1fd45-a0fb-7000-99bc-a93a0d179969', '2026-11-21 08:42:41.275+00');
