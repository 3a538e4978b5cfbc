-- How much of what was taken from a reward is kept for bills that are not made yet: it is not spent, and can be taken back.
alter table app.reward add column reserved bigint not null default 0 check (reserved >= 0);

update app.reward w
set reserved = kept.amount
from (
  select x.tenant_id, (part ->> 'rewardId')::uuid as reward_id, sum((part ->> 'amount')::bigint) as amount
  from app.credit_reservation x
  cross join lateral jsonb_array_elements(x.parts) as part
  where x.is_open
  group by x.tenant_id, part ->> 'rewardId'
) as kept
where w.tenant_id = kept.tenant_id
  and w.id = kept.reward_id;
