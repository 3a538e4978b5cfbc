import type { TenantId } from '@goodword/domain/values/ids'
import type pg from 'pg'

/**
 * Rows that come beside a tenant's referrals, in the number in which they are there at any time: of what is deleted after
 * some days, as many as come with one referral. The kept days are applied by the plan.
 */
export const rowsPerReferral = {
  /** Clicks on its share link. */
  clicks: 10,
  /** Writes with an `Idempotency-Key`. */
  requests: 2,
  /** Receivers of webhooks that get every event. */
  receivers: 1,
  /** Payments of a paying friend that are stored: those of a year. */
  payments: 12,
  /** Notifications of a paying friend that are stored: those of 90 days. */
  notifications: 3,
}

/** Adds them for all referrals of a tenant. */
export async function fillOtherRows(owner: pg.Pool, tenantId: TenantId): Promise<void> {
  for (const text of texts) await owner.query(text, [tenantId])
}

const { clicks, requests, payments, notifications } = rowsPerReferral

const texts = [
  // Their months are open from now on.
  `insert into click (tenant_id, clicked_at, id, user_id, via, visitor)
   select $1, now() + i * interval '1 ms', gen_random_uuid(), r.referring_user_id, 'email', gen_random_uuid()
   from referral r
   cross join generate_series(1, ${clicks}) as i
   where r.tenant_id = $1`,
  `insert into published_event (tenant_id, position, event_id, type, reason, account_id, data, created_at, published_at)
   select $1, row_number() over (order by e.id), e.id, e.type, e.reason, e.account_id,
     jsonb_build_object('referralId', e.referral_id, 'rewardId', e.reward_id, 'code', e.code, 'userId', e.user_id),
     e.created_at, e.created_at
   from event e
   where e.tenant_id = $1`,
  `insert into webhook_delivery (tenant_id, id, receiver_id, event_id, position, type, state, attempts, created_at)
   select $1, gen_random_uuid(), md5($1)::uuid, e.event_id, e.position, e.type, 'SUCCEEDED', 1, e.created_at
   from published_event e
   where e.tenant_id = $1`,
  `insert into webhook_attempt (tenant_id, delivery_id, id, started_at, duration_ms, status, request, response)
   select $1, d.id, gen_random_uuid(), d.created_at, 40, 200,
     jsonb_build_object('id', d.event_id, 'type', d.type, 'data', e.data, 'program', $1::text)::text, 'ok'
   from webhook_delivery d
   join published_event e on e.tenant_id = $1 and e.event_id = d.event_id
   where d.tenant_id = $1`,
  `insert into idempotent_request (tenant_id, key, request_hash, leased_until, status, answer, created_at)
   select $1, gen_random_uuid()::text, sha256(a.id::text::bytea), a.created_at, 200, to_jsonb(a)::text, a.created_at
   from referral r
   join account a on a.tenant_id = $1 and a.id = r.referred_account_id
   cross join generate_series(1, ${requests}) as i
   where r.tenant_id = $1`,
  `insert into processor_customer (tenant_id, customer_id, account_id, bound_at)
   select $1, a.provider_id, a.id, a.created_at
   from account a
   where a.tenant_id = $1
     and a.provider_id is not null`,
  `insert into processor_subscription (tenant_id, id, subscription_id, customer_id, account_id, is_live,
     came_with_discount, currency, next_bill_date, expected_minor, actual_minor, is_listed, state, checked_at,
     bill_count, price_minor, balance_minor, bills_from)
   select $1, gen_random_uuid(), 'sub_' || c.customer_id, c.customer_id, c.account_id, true, false, 'USD', '2030-01-01',
     499, 499, true, 'IN_STEP', now(), 0, 4990, 0, now()
   from processor_customer c
   where c.tenant_id = $1`,
  `insert into processor_payment (tenant_id, payment_id, account_id, currency, paid_at, charged_minor, refunded_minor,
     discount_minor, counted_charged_minor, counted_refunded_minor, counted_discount_minor, referring_user_id)
   select $1, md5(c.customer_id || i), c.account_id, 'USD', now() - i * interval '30 days', 4990, 0, 499, 4990, 0, 499,
     r.referring_user_id
   from processor_customer c
   left join referral r on r.tenant_id = $1 and r.referred_account_id = c.account_id
   cross join generate_series(1, ${payments}) as i
   where c.tenant_id = $1`,
  `insert into processor_notification (tenant_id, id, connection_id, payload_hash, kind, subscription_id, customer_id,
     sent_at, payload, received_at, processed_at, outcome)
   select $1, gen_random_uuid(), md5($1)::uuid, sha256((c.customer_id || i)::bytea),
     'subscription_charged_successfully', c.customer_id, c.customer_id, now(),
     -- It is kept for a third of the time.
     case when i = 1 then (select string_agg(md5(c.customer_id || n), '') from generate_series(1, 60) as n) end,
     now(), now(), 'CUSTOMER_FOUND'
   from processor_customer c
   cross join generate_series(1, ${notifications}) as i
   where c.tenant_id = $1`,
  `insert into job (tenant_id, id, kind, subject, state, changed_at, due_at, attempts)
   select $1, gen_random_uuid(), 'CUSTOMER', c.customer_id, 'WAITING', now(), now() + interval '20 days', 0
   from processor_customer c
   where c.tenant_id = $1`,
]
