import { keyAt } from './user-rows.ts'

const EARLIER = '(started_ms + 86400000)'

/**
 * Columns of friends numbered `i` beside what they are as people, for the temporary table `newcomer`: their referrer,
 * and how far they have come. Of ten loaded friends three are in progress, six have converted and one has left.
 */
export function friendColumns(isLoaded: boolean): string {
  // Random and the same for the same number, so that every referrer has friends of each kind.
  const lot = 'abs(hashint8(i + 1000000007)) % 10'
  const paid = isLoaded ? `${lot} > 2` : 'false'
  const left = isLoaded ? `${lot} = 9` : 'false'
  return `referrer.account_id as referrer_account, referrer.user_id as referrer_user, referrer.code as referrer_code,
    ${paid} as is_paid, ${left} as is_left, created_ms as started_ms, created_at as started_at,
    case when ${paid} then created_at + interval '1 day' end as paid_at,
    case when ${left} then created_at + interval '2 days' end as ended_at,
    ${keyAt('created_ms', 'referral', 'external_id')} as referral_id,
    ${keyAt('created_ms', 'friend reward', 'external_id')} as friend_reward,
    ${keyAt('(created_ms + 86400000)', 'referrer reward', 'external_id')} as referrer_reward`
}

/** Adds the referrals of the temporary table `newcomer`, with their rewards and events. */
export const addReferrals = [
  `insert into referral (tenant_id, id, code, status, referred_account_id, referred_user_id,
     referring_account_id, referring_user_id, referred_moderation, referred_moderated_by, referrer_moderation,
     referrer_moderated_by, signals, started_at, converted_at, ended_at)
   select $1, referral_id, referrer_code,
     case when is_left then 'ENDED' when is_paid then 'CONVERTED' else 'IN_PROGRESS' end, account_id, user_id,
     referrer_account, referrer_user, 'APPROVED', 'program', 'APPROVED', 'program', '[]', started_at, paid_at, ended_at
   from newcomer`,
  ...rewardsOf('friend', 'started', 'true'),
  ...rewardsOf('referrer', 'paid', 'is_paid'),
  ...[
    event('referral.started', 'EXPLICIT_CODE', 'true', 'started_ms', { referrer: true, code: true }),
    event('reward.created', 'ATTRIBUTED', 'true', 'started_ms', { reward: 'friend_reward' }),
    event('referral.converted', 'FIRST_PAYMENT', 'is_paid', EARLIER, { referrer: true }),
    event('reward.created', 'CONVERTED', 'is_paid', EARLIER, { reward: 'referrer_reward' }),
    event('referral.ended', 'SUBSCRIPTION_CANCELLED', 'is_left', `(${EARLIER} + 86400000)`, {
      referrer: true,
    }),
  ],
]

function rewardsOf(side: 'friend' | 'referrer', from: 'started' | 'paid', given: string): string[] {
  const source = side === 'friend' ? 'REFERRED' : 'FRIEND_SIGNUP'
  const reward = `${side}_reward`
  const owner = side === 'friend' ? 'account_id, user_id' : 'referrer_account, referrer_user'
  const end = `paid_at + interval '1 year'`
  const entry = (kind: string, cause: string, amount: string, at: string, made: string, where: string) =>
    `insert into entry (tenant_id, id, account_id, reward_id, source, kind, reward_source, reward_type, unit, amount,
       effective_at, created_at)
     select $1, ${keyAt(`(extract(epoch from ${made}) * 1000)::int8`, `${side} ${kind} ${amount}`, 'external_id')},
       ${side === 'friend' ? 'account_id' : 'referrer_account'}, ${reward}, ${cause}, '${kind}', '${source}',
       'PCT_DISCOUNT', '%', ${amount}, ${at}, ${made}
     from newcomer where ${where}`
  const reversal = `'reversal:' || ${reward} || ':' || (extract(epoch from ended_at) * 1000)::int8`
  return [
    `insert into reward (tenant_id, id, account_id, user_id, referral_id, source, type, unit, amount, months,
       redeemed, created_at, given_at, expires_at, cancelled_at)
     select $1, ${reward}, ${owner}, referral_id, '${source}', 'PCT_DISCOUNT', '%', 1000, 12, 0, ${from}_at,
       ${from}_at, ${end}, ended_at
     from newcomer where ${given}`,
    entry('GRANT', `'grant:' || ${reward}`, '1000', `${from}_at`, `${from}_at`, given),
    entry('EXPIRY', `'expiry:' || ${reward}`, '-1000', end, 'paid_at', 'is_paid'),
    entry('REVERSAL', reversal, '-1000', 'ended_at', 'ended_at', 'is_left'),
    entry('REVERSAL', `${reversal} || ':expiry'`, '1000', end, 'ended_at', 'is_left'),
  ]
}

function event(
  type: string,
  reason: string,
  where: string,
  ms: string,
  about: { readonly referrer?: true; readonly code?: true; readonly reward?: string },
): string {
  // The event of a referrer's reward belongs to the referrer.
  const account = about.reward === 'referrer_reward' ? 'referrer_account' : 'account_id'
  return `insert into event (tenant_id, id, account_id, referring_account_id, type, reason, actor, code, referral_id,
     reward_id, created_at)
   select $1, ${keyAt(ms, `${type} ${reason}`, 'external_id')}, ${account},
     ${about.referrer ? 'referrer_account' : 'null'}, '${type}', '${reason}', 'server',
     ${about.code ? 'referrer_code' : 'null'}, referral_id, ${about.reward ?? 'null'}, to_timestamp(${ms} / 1000.0)
   from newcomer where ${where}`
}
