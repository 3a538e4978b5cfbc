-- How the friend came; it is not known of referrals of earlier releases. And when a browser call showed afterwards that it
-- was by the share link.
alter table app.referral
  add column channel text collate "C" not null default 'OTHER',
  add column link_seen_at timestamptz;
