import type { FraudRules } from '@goodword/contract/fraud/fraud-rules'
import type { TestDatabase } from '../test-database.ts'
import type { RecountRange } from './slow-recount.ts'

type Row = {
  readonly rule: string
  readonly mode: 'active' | 'shadow'
  readonly referrals: number
} & Readonly<Record<(typeof sides)[number], number>>

const sides = ['pending', 'approvedByStaff', 'deniedByStaff', 'deniedByRule', 'notDecided'] as const

/**
 * Counts what rules flagged from the signals of all referrals and the events of all accounts, with the time zones of
 * PostgreSQL: it shares nothing with the code that it checks. Rules that flagged nothing are left out.
 */
export async function slowRuleFigures(
  { owner }: TestDatabase,
  { tenantId, timeZone, from, to }: RecountRange,
): Promise<readonly Row[]> {
  return owner.query<Row>({ name: '', text }, [tenantId, timeZone, from, to])
}

/** The figures of rules in a response. */
export function ruleFiguresOf({ rules }: FraudRules): readonly Row[] {
  return rules
    .flatMap(({ rule, active, shadow }) =>
      (
        [
          ['active', active],
          ['shadow', shadow],
        ] as const
      ).map(([mode, { confirmedRate: _, ...it }]) => {
        return { rule, mode, ...it }
      }),
    )
    .filter((it) => it.referrals !== 0 || sides.some((side) => it[side] !== 0))
    .toSorted((one, other) => (`${one.rule} ${one.mode}` < `${other.rule} ${other.mode}` ? -1 : 1))
}

const text = `
with signal as (
  select r.id, s.value ->> 'rule' as rule, s.value ->> 'shadow' as is_shadow, s.value ->> 'failed' as failed, s.place,
    row_number() over (
      partition by r.id, case when s.value ? 'failed' then 'RULE_FAILED' else s.value ->> 'rule' end order by s.place
    ) as number
  from app.referral r, jsonb_array_elements(r.signals) with ordinality as s(value, place)
  where r.tenant_id = $1
),
flagging as (
  select e.referral_id, e.reason, e.created_at,
    row_number() over (partition by e.referral_id, e.reason order by e.id) as number
  from app.event e
  where e.tenant_id = $1 and e.type = 'referral.flagged'
),
flag as (
  select s.id, s.rule, case s.is_shadow when 'true' then 'shadow' else 'active' end as mode, min(f.created_at) as at
  from signal s
  join flagging f on f.referral_id = s.id and f.reason = s.rule and f.number = s.number
  where s.failed is null and s.rule not in ('UNSIGNED_CONVERSION', 'UNCONFIRMED_USER', 'PAID_ON_PAGE_BEFORE',
    'FIRST_PAYMENT_VOIDED', 'FIRST_PAYMENT_REFUNDED', 'FIRST_PAYMENT_DISPUTED')
  group by s.id, s.rule, s.is_shadow
),
side as (
  select f.id, f.rule, f.mode, d.status, d.decider
  from flag f
  join app.referral r on r.tenant_id = $1 and r.id = f.id
  cross join lateral (
    values (r.referrer_moderation, r.referrer_moderated_by), (r.referred_moderation, r.referred_moderated_by)
  ) as d(status, decider)
  where (f.at at time zone $2)::date between $3::date and $4::date
)
select rule, mode, count(distinct id)::int as referrals,
  count(*) filter (where status = 'PENDING' and decider <> 'block')::int as pending,
  count(*) filter (where status = 'APPROVED' and decider = 'staff')::int as "approvedByStaff",
  count(*) filter (where status = 'DENIED' and decider = 'staff')::int as "deniedByStaff",
  count(*) filter (where status = 'DENIED' and decider <> 'staff')::int as "deniedByRule",
  count(*) filter (where status = 'APPROVED' and decider <> 'staff' or decider = 'block')::int as "notDecided"
from side
group by rule, mode
order by rule collate "C", mode collate "C"`
