import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Rate } from '@goodword/domain/values/rate'
import { stopwatch } from '../../engine/foundation/clock.ts'
import type {
  Connector,
  ConnectorOptions,
  DashboardLinks,
  MirroredCode,
  MirroredCodePage,
  MirroredCodeQuery,
  ProcessorAccount,
  ProcessorClient,
  ProcessorCredentials,
} from '../connector.ts'
import { failedBeforeSuccess } from '../failed-payments.ts'
import { type CallLimits, usualLimits } from '../limited-calls.ts'
import { localPort } from '../local-port.ts'
import { orNull } from '../or-null.ts'
import { ProcessorError } from '../processor-error.ts'
import type { CustomerState } from '../processor-state.ts'
import { COUPON_FIELD, referralCodeOf } from './attribution.ts'
import { findDifferentCoupons, hasCode, offerCoupon } from './make-coupon.ts'
import { adjustBill, openBills } from './next-bill/adjust-bill.ts'
import { forecastOf } from './next-bill/forecast.ts'
import { accept, notificationKinds, readEvents, testNotificationKinds } from './notification.ts'
import { couponId, DISCOUNT_FIELD } from './our-discount.ts'
import { registerWebhook, removeWebhook, webhookMissing } from './own-webhook.ts'
import { readAftermath, readCharges, readInvoices, readSubscriptionsOf } from './read-lists.ts'
import { readPayer, readPayments, refund } from './refund.ts'
import { createCalls, type StripeCalls } from './sdk/calls.ts'
import { findMissingSetup } from './sdk/permissions.ts'
import {
  type StripeCharge,
  type StripeCustomer,
  type StripePromotionCode,
  type StripeSubscription,
  shaped,
} from './sdk/shapes.ts'
import { openSdk } from './sdk/stripe-sdk.ts'
import { amountStep, isPossibleId, msOf } from './sdk/values.ts'
import { readSubscription, readSubscriptions, setStanding } from './set-standing.ts'
import { subscriptionStateOf } from './subscription-state.ts'

const modes: Readonly<Record<string, string>> = { sandbox: '/test', production: '' }

/** The last digits of the card that the documentation uses for every customer: it says nothing about a person. */
const STANDARD_TEST_CARD = '4242'

export const stripeConnector: Connector = {
  name: 'Stripe',
  open: openStripe,
  accountOf: () => null,
  publicKeyOf: () => null,
  amountStep: ({ currency }) => amountStep(currency),
  notificationKinds,
  testNotificationKinds,
  words: {
    keysRejected: 'Check that the restricted key is complete and has not expired or been deleted.',
    webhookMissing,
  },
  guides: { connect: 'reference/stripe#2-connect', webhook: 'reference/stripe#3-the-webhook' },
  dashboardLinks,
}

export type StripeOptions = Pick<ConnectorOptions, 'allowLocalTargets'> & {
  /** The limits of calls, which tests of them lower. */
  readonly limits?: Partial<CallLimits>
}

const IDLE_CONNECTION_MS = 5000

/** @throws ProcessorError `CREDENTIALS_REJECTED` if the credentials cannot be right */
export function openStripe(
  credentials: ProcessorCredentials,
  { allowLocalTargets, limits }: StripeOptions,
): ProcessorClient {
  const port = allowLocalTargets ? localPort(credentials.environment) : null
  const { apiKey, secrets, isLive } = possibleKeys(credentials, port !== null)
  const allLimits = { ...usualLimits(port !== null), ...limits }
  const agents = createAgents(port !== null, allLimits)
  const stripe = openSdk({ apiKey, localPort: port, timeoutMs: allLimits.deadlineMs, agent: agents.current })
  const calls = createCalls(stripe, allLimits, { stopwatch, renewAgent: agents.renew })
  const coupons = new Set<string>()
  return {
    capabilities: { standing: 'RATE', bills: 'DRAFT' },
    takeCallCount: calls.takeCount,
    checkCredentials: () => readAccountId(calls),
    findMissingSetup: async (discountId, rates = []) => {
      coupons.clear()
      const findings = await findMissingSetup(calls)
      return [...findings, ...(await findDifferentCoupons(calls, discountId, rates))]
    },
    accept: (request) => accept(stripe, { secrets, isLive }, request),
    readCustomer: (id, discountId, { isCodeNeeded = true } = {}) =>
      readCustomer(calls, id, discountId, isCodeNeeded),
    readSubscription: (id, discountId) => readSubscription(calls, id, discountId),
    readPayments: (ids) => readPayments(calls, ids),
    readPayer: (id) => readPayer(calls, id),
    setStanding: (subscriptionId, discountId, standing) =>
      setStanding(calls, { subscriptionId, discountId, standing, coupons }),
    refund: (request) => refund(calls, request),
    readSubscriptions: (ids, discountId) => readSubscriptions(calls, ids, discountId),
    openBills: (since, discountId) => openBills(calls, since, discountId),
    adjustBill: (billId, discountId, wanted) => adjustBill(calls, { billId, discountId, wanted }),
    registerWebhook: (wanted) => registerWebhook(calls, credentials, wanted),
    removeWebhook: () => removeWebhook(calls, credentials),
    offerDiscount: (discountId, rate) => offerCoupon(calls, discountId, rate, coupons),
    mirrorCode: (code, discountId, rate) => mirrorCode(calls, { code, discountId, rate, coupons }),
    readMirroredCodes: (query) => readMirroredCodes(calls, query),
    readNotifications: (since, after) => readEvents(calls, since, after),
  }
}

async function readAccountId({ read }: StripeCalls): Promise<string> {
  const account = await read('accounts.retrieveCurrent', async (stripe) =>
    shaped('account', await stripe.accounts.retrieveCurrent()),
  )
  return account.id
}

type Keys = { readonly apiKey: string; readonly secrets: readonly string[]; readonly isLive: boolean }

const possibleKey = /^[rs]k_(test|live)_\w{1,255}$/

const possibleSecret = /^[\x21-\x7e]{1,255}$/

function possibleKeys(
  { environment, apiKey = '', webhookSecret = '' }: ProcessorCredentials,
  isLocal: boolean,
): Keys {
  if (environment !== 'sandbox' && environment !== 'production' && !isLocal) throw rejected('environment')
  const mode = possibleKey.exec(apiKey)?.[1]
  if (mode === undefined) throw rejected('apiKey')
  if ((mode === 'live') !== (environment === 'production')) throw keyOfOtherMode(mode)
  const secrets = webhookSecret.split(/[\s,]+/).filter((it) => it !== '')
  if (!secrets.every((it) => possibleSecret.test(it))) throw rejected('webhookSecret')
  return { apiKey, secrets, isLive: mode === 'live' }
}

function rejected(field: string): ProcessorError {
  return new ProcessorError('CREDENTIALS_REJECTED', {
    message: `This is not a possible ${field} of a Stripe connection.`,
  })
}

function keyOfOtherMode(mode: string): ProcessorError {
  const message =
    mode === 'live'
      ? 'This is a live key of Stripe, and the environment is not "production".'
      : 'This is a test key of Stripe, and the environment is "production".'
  return new ProcessorError('CREDENTIALS_REJECTED', {
    message,
    rejection: 'KEY_OF_OTHER_MODE',
    field: 'apiKey',
  })
}

/** A request that goes on after its deadline is ended with its agent, once the other calls that use it are over. */
function createAgents(isLocal: boolean, { deadlineMs, maxConcurrent }: CallLimits) {
  const Agent = isLocal ? HttpAgent : HttpsAgent
  const create = () => new Agent({ keepAlive: true, maxSockets: maxConcurrent, timeout: IDLE_CONNECTION_MS })
  let agent = create()
  return {
    current: () => agent,
    renew: () => {
      const retired = agent
      agent = create()
      setTimeout(() => retired.destroy(), deadlineMs).unref()
    },
  }
}

/** Pages of the Dashboard. */
function dashboardLinks({ environment, merchantId }: ProcessorAccount): DashboardLinks | null {
  const mode = modes[environment]
  if (mode === undefined) return null
  const pages = `https://dashboard.stripe.com/${encodeURIComponent(merchantId)}${mode}`
  return {
    customer: `${pages}/customers/{id}`,
    subscription: `${pages}/subscriptions/{id}`,
    payment: `${pages}/payments/{id}`,
  }
}

/** A customer that was deleted is not there any more. */
async function readCustomer(
  calls: StripeCalls,
  customerId: string,
  discountId: string,
  isCodeNeeded: boolean,
): Promise<CustomerState | null> {
  if (!isPossibleId(customerId)) return null
  const subscriptions = await orNull(readSubscriptionsOf(calls, customerId))
  const customer = subscriptions === null ? null : await customerOf(calls, customerId, subscriptions)
  if (subscriptions === null || customer === null || customer.deleted === true) return null
  const invoices = subscriptions.length === 0 ? [] : await readInvoices(calls, { customer: customerId })
  const isPaid = invoices.some(({ payments }) => payments.data.length > 0)
  const charges = isPaid ? await readCharges(calls, customerId) : []
  const aftermath = await readAftermath(calls, charges, invoices)
  const read = subscriptions.map(async (it) => {
    const own = invoices.filter(({ parent }) => parent?.subscription_details?.subscription === it.id)
    const forecast = await forecastOf(calls, it, discountId, own)
    return subscriptionStateOf(it, { discountId, invoices: own, aftermath, forecast })
  })
  const states = await Promise.all(read)
  const subject = { customer, subscriptions, invoices, discountId }
  return {
    id: customer.id,
    referralCoupon: isCodeNeeded ? await referralCodeOf(calls, subject) : null,
    subscriptions: states.sort((a, b) => b.createdAt - a.createdAt),
    paymentMethods: [...new Set(charges.filter(hasSucceeded).flatMap(fingerprintsOf))],
    failedPayments: failedBeforeSuccess(charges.map(attemptOf)),
  }
}

/** A subscription has its customer in it. */
function customerOf(
  calls: StripeCalls,
  customerId: string,
  [first]: readonly StripeSubscription[],
): Promise<StripeCustomer | null> | StripeCustomer {
  if (first !== undefined && typeof first.customer !== 'string') return first.customer
  return orNull(
    calls.read('customers.retrieve', async (stripe) =>
      shaped('customer', await stripe.customers.retrieve(customerId)),
    ),
  )
}

function hasSucceeded({ status }: StripeCharge): boolean {
  return status === 'succeeded'
}

/** The fingerprints of a charge's payment method: the same for all customers of the merchant's account. */
function fingerprintsOf({ livemode, payment_method_details: details }: StripeCharge): readonly string[] {
  return Object.values(details ?? {}).flatMap((method) => {
    if (typeof method !== 'object' || method === null || !('fingerprint' in method)) return []
    if (!livemode && 'last4' in method && method.last4 === STANDARD_TEST_CARD) return []
    return typeof method.fingerprint === 'string' ? [method.fingerprint] : []
  })
}

function attemptOf({ created, status }: StripeCharge) {
  const isKnown = status === 'succeeded' || status === 'failed'
  return { createdAt: msOf(created), outcome: isKnown ? status : 'other' } as const
}

type Wanted = {
  readonly code: string
  readonly discountId: string
  /** Null to retire the code. */
  readonly rate: Rate | null
  /** Coupons that are known to be there. */
  readonly coupons: Set<string>
}

/** Stripe compares codes without regard to case, and takes one of each text that is active. */
async function mirrorCode(calls: StripeCalls, wanted: Wanted): Promise<MirroredCode> {
  const { code, discountId, rate, coupons } = wanted
  if (!/^[A-Za-z0-9-]{1,500}$/.test(code)) return 'IMPOSSIBLE'
  const id = rate === null ? null : await offerCoupon(calls, discountId, rate, coupons)
  const ours = (await findActive(calls, code)).filter((it) => isOurs(it, discountId))
  const isThere = ours.some((it) => couponIn(it) === id)
  for (const it of ours) if (couponIn(it) !== id) await deactivate(calls, it)
  if (id === null) return 'RETIRED'
  return isThere ? 'MIRRORED' : make(calls, wanted, id)
}

async function make(calls: StripeCalls, { code, discountId }: Wanted, coupon: string): Promise<MirroredCode> {
  try {
    await calls.write('promotionCodes.create', (stripe) =>
      stripe.promotionCodes.create({
        promotion: { type: 'coupon', coupon },
        code,
        // A friend is a new customer.
        restrictions: { first_time_transaction: true },
        metadata: { [COUPON_FIELD]: code, [DISCOUNT_FIELD]: discountId },
      }),
    )
    return 'MIRRORED'
  } catch (error) {
    // Someone made it meanwhile, or the answer to an earlier request was lost.
    const twins = await findActive(calls, code)
    if (twins.some((it) => isOurs(it, discountId) && couponIn(it) === coupon)) return 'MIRRORED'
    if (twins.length > 0 || hasCode(error, 'resource_already_exists')) return 'TAKEN'
    throw error
  }
}

function findActive({ read }: StripeCalls, code: string): Promise<readonly StripePromotionCode[]> {
  return read('promotionCodes.list', async (stripe) => {
    const { data } = await stripe.promotionCodes.list({ code, active: true, limit: 100 })
    return data.map((it) => shaped('promotionCode', it))
  })
}

async function deactivate({ write }: StripeCalls, { id }: StripePromotionCode): Promise<void> {
  await write('promotionCodes.update', (stripe) => stripe.promotionCodes.update(id, { active: false }))
}

/** The active promotion codes that the service made for a discount, newest first. */
async function readMirroredCodes(
  { read }: StripeCalls,
  { discountId, rate, after }: MirroredCodeQuery,
): Promise<MirroredCodePage> {
  const coupon = rate === null ? null : couponId(discountId, rate)
  const page = after === null ? {} : { starting_after: after }
  const { data, has_more } = await read('promotionCodes.list', async (stripe) => {
    const list = await stripe.promotionCodes.list({ active: true, limit: 100, ...page })
    return { ...list, data: list.data.map((it) => shaped('promotionCode', it)) }
  })
  const codes = data
    .filter((it) => isOurs(it, discountId))
    .map((it) => ({ code: it.metadata?.[COUPON_FIELD] ?? it.code, isOfRate: couponIn(it) === coupon }))
  return { codes, next: has_more ? (data.at(-1)?.id ?? null) : null }
}

/** A code that a merchant made by hand for our coupon has no mark. */
function isOurs({ metadata }: StripePromotionCode, discountId: string): boolean {
  return metadata?.[DISCOUNT_FIELD] === discountId
}

function couponIn({ promotion }: StripePromotionCode): string | null {
  const { coupon } = promotion
  return typeof coupon === 'string' ? coupon : (coupon?.id ?? null)
}
