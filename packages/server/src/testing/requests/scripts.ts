import { subscriptionStatuses } from '@goodword/domain/referrals/subscription'
import fc from 'fast-check'

/**
 * A request of a merchant's server or page, said so that every tenant can be sent it: what only a tenant's own lists
 * tell is named by its place there.
 */
export type Step = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
  readonly idempotencyKey?: string
  /** The entry of a list of the tenant's whose id takes the place of `{id}` in path and body. */
  readonly about?: { readonly list: 'referrals' | 'rewards'; readonly nth: number }
}

const accounts = ['ada', 'bob', 'cyd', 'dan'] as const
const users = ['u1', 'u2'] as const
const codes = accounts.flatMap((account) => users.map((user) => `${account}-${user}`.toUpperCase()))

/** All users with a code that is known in advance. */
export const introductions: readonly Step[] = ['ada', 'bob'].flatMap((accountId) =>
  users.map((id) => ({
    method: 'POST',
    path: '/user',
    body: { accountId, id, referralCode: `${accountId}-${id}`, email: `${id}@${accountId}.example` },
  })),
)

/** All read requests of a tenant. */
export const readings: readonly Step[] = [
  ...accounts.flatMap((account) => [
    `/account/${account}`,
    `/account/${account}/timeline?limit=100&totalCount=exact`,
    `/account/${account}/user/u1`,
    `/account/${account}/reward`,
    `/account/${account}/reward?couponCode=ADA-U1`,
  ]),
  ...codes.flatMap((code) => [`/code/${code}`, `/open/code/${code}`]),
  '/referrals?totalCount=exact',
  '/referrals?limit=1',
  '/rewards?limit=100',
  '/users?limit=2',
  '/users?query=u',
  '/program',
  '/test/clock',
].map((path) => ({ method: 'GET', path }))

const account = fc.constantFrom(...accounts)
const user = fc.constantFrom(...users)
const code = fc.constantFrom(...codes)
const customer = fc.constantFrom('cus_1', 'cus_2')
const email = fc.constantFrom('x@example.com', 'X+tag@example.com', 'y@example.com')
const status = fc.constantFrom(...subscriptionStatuses, 'PAID' as const)
const key = fc.constantFrom('key-1', 'key-2', 'key-3')
const unit = fc.constantFrom('POINT', 'DAY')
const nth = fc.nat({ max: 2 })

const optional = { requiredKeys: [] as [] }
const subscription = fc.record({ status, value: fc.constantFrom(10, 49.9) }, optional)
const reward = fc.oneof(
  fc.record({ type: fc.constant('CREDIT'), unit, credit: fc.integer({ min: 1, max: 9 }) }),
  fc.constant({ type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 1 }),
)

const post = (path: string, body: fc.Arbitrary<Readonly<Record<string, unknown>>>): fc.Arbitrary<Step> =>
  body.map((it) => ({ method: 'POST', path, body: it }))

const keyed = (anyStep: fc.Arbitrary<Step>): fc.Arbitrary<Step> =>
  fc.tuple(anyStep, key).map(([it, idempotencyKey]) => ({ ...it, idempotencyKey }))

const sync = post(
  '/accountsync',
  fc.record(
    {
      id: account,
      subscription,
      referral: fc.record({ code }),
      paymentProviderId: customer,
      currency: fc.constantFrom('EUR', 'JPY'),
    },
    { requiredKeys: ['id', 'referral'] },
  ),
)
const identify = post(
  '/open/identify',
  fc.record(
    {
      account_id: account,
      user_id: user,
      email,
      referral_code: code,
      cookie_referral_code: code,
      payment_provider_id: customer,
      account_status: status,
    },
    { requiredKeys: ['account_id', 'user_id'] },
  ),
)
const widget = post('/open/widget', fc.record({ account_id: account, user_id: user }))
const person = post(
  '/user',
  fc.record(
    { accountId: account, id: user, email, referralCode: code },
    { requiredKeys: ['accountId', 'id'] },
  ),
)
const link = post(
  '/discount',
  fc.record({ accountId: account, paymentProviderId: customer, couponCode: code }),
)
const give = keyed(post('/rewards', fc.record({ accountId: account, reward })))
const redeem = keyed(
  post('/credit/redeem', fc.record({ accountId: account, unit, amount: fc.integer({ min: 1, max: 5 }) })),
)
const program = fc
  .record({
    version: fc.constantFrom(1, 2, 3),
    referrerHoldDays: fc.constantFrom(0, 30),
    active: fc.constantFrom(true, true, false),
    referredReward: fc.constantFrom(null, { type: 'CREDIT', unit: 'POINT', credit: 5 }),
  })
  .map((body): Step => ({ method: 'PUT', path: '/program', body }))
const switchCode = fc
  .tuple(code, fc.boolean())
  .map(([it, disabled]): Step => ({ method: 'PUT', path: `/code/${it}`, body: { disabled } }))
const cancel = nth.map(
  (it): Step => ({ method: 'POST', path: '/reward/{id}/cancel', about: { list: 'rewards', nth: it } }),
)
const moderate = fc.tuple(nth, fc.constantFrom('APPROVE', 'PEND', 'DENY_REFERRER', 'APPROVE_REFERRER')).map(
  ([it, action]): Step => ({
    method: 'POST',
    path: '/referrals/moderate',
    body: { actions: [{ referralId: '{id}', action }] },
    about: { list: 'referrals', nth: it },
  }),
)
const read = fc.constantFrom(...readings)

/** Any request to a tenant, mostly writes. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: sync },
  { weight: 4, arbitrary: identify },
  ...[widget, person, link, give, redeem, program, switchCode, cancel, moderate, read].map((arbitrary) => ({
    weight: 1,
    arbitrary,
  })),
)

/** Moves the clock of a test tenant ahead of the time given. */
export function clockMove(now: number): Step {
  return { method: 'POST', path: '/test/clock', body: { now: now + 40 * 86_400_000 } }
}
