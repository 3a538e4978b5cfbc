import type { Answer, Effect } from './write.ts'

/** The effects that the response about an account shows. */
export function accountEffects({ id, subscription, referral }: Answer): readonly Effect[] {
  const { status } = Object(subscription)
  const account = [`account ${id}`, ...(status === 'PAID' ? [`paid ${id}`] : [])]
  if (referral === null || referral === undefined) return account
  const { code, dateConverted, dateReferralEnded, referrerReward, referredReward } = Object(referral)
  return [
    ...account,
    `referral ${id} ${code}`,
    ...(dateConverted === null ? [] : [`converted ${id}`]),
    ...(dateReferralEnded === null ? [] : [`ended ${id}`]),
    ...(referredReward === null ? [] : [`friend’s reward ${id}`]),
    ...(referrerReward === null ? [] : [`referrer’s reward ${id}`]),
  ]
}

export function moderationEffects({ referrals }: Answer): readonly Effect[] {
  return [referrals].flat().map((it) => {
    const { referredAccountId, referrerModerationStatus } = Object(it)
    return `decided ${referredAccountId} ${referrerModerationStatus}`
  })
}

/** The effects of everything that the tenant $1 has stored, in the same words, each as often as it is there. */
export const storedEffects = `
select effect, count(*)::int as times
from (
  select unnest(array[
    'account ' || a.external_id,
    case when a.paid_at is not null then 'paid ' || a.external_id end
  ]) as effect
  from app.account a where a.tenant_id = $1
  union all
  select 'person ' || a.external_id || '/' || p.external_id
  from app.account_user p join app.account a on a.tenant_id = $1 and a.id = p.account_id where p.tenant_id = $1
  union all
  select 'code ' || c.code || ' of ' || a.external_id || '/' || p.external_id
  from app.referral_code c
  join app.account_user p on p.tenant_id = $1 and p.id = c.user_id
  join app.account a on a.tenant_id = $1 and a.id = p.account_id
  where c.tenant_id = $1
  union all
  select unnest(array[
    'referral ' || f.external_id || ' ' || r.code,
    case when r.converted_at is not null then 'converted ' || f.external_id end,
    case when r.ended_at is not null then 'ended ' || f.external_id end,
    case when r.referrer_moderated_by = 'staff' then 'decided ' || f.external_id || ' ' || r.referrer_moderation end
  ])
  from app.referral r join app.account f on f.tenant_id = $1 and f.id = r.referred_account_id where r.tenant_id = $1
  union all
  select case w.source when 'REFERRED' then 'friend’s reward ' else 'referrer’s reward ' end || f.external_id
  from app.reward w
  join app.referral r on r.tenant_id = $1 and r.id = w.referral_id
  join app.account f on f.tenant_id = $1 and f.id = r.referred_account_id
  where w.tenant_id = $1
  union all
  select unnest(array[
    'gift ' || a.external_id || ' ' || w.amount,
    case when w.cancelled_at is not null then 'gift taken back ' || a.external_id || ' ' || w.amount end
  ])
  from app.reward w join app.account a on a.tenant_id = $1 and a.id = w.account_id
  where w.tenant_id = $1 and w.source = 'MANUAL'
  union all
  select 'redeemed ' || a.external_id || ' ' || x.amount
  from app.redemption x join app.account a on a.tenant_id = $1 and a.id = x.account_id where x.tenant_id = $1
) stored
where effect is not null
group by effect`
