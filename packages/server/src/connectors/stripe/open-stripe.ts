import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { stopwatch } from '../../platform/clock.ts'
import type { Connector, ConnectorOptions, ProcessorClient, ProcessorCredentials } from '../connector.ts'
import { type CallLimits, usualLimits } from '../limited-calls.ts'
import { localPort } from '../local-port.ts'
import { ProcessorError } from '../processor-error.ts'
import { createCalls, type StripeCalls } from './calls.ts'
import { dashboardLinks } from './dashboard-links.ts'
import { findDifferentCoupons, offerCoupon } from './make-coupon.ts'
import { adjustBill, openBills } from './next-bill/adjust-bill.ts'
import { accept, notificationKinds, readEvents, testNotificationKinds } from './notification.ts'
import { registerWebhook, removeWebhook, webhookMissing } from './own-webhook.ts'
import { findMissingSetup } from './permissions.ts'
import { mirrorCode, readMirroredCodes } from './promotion-codes.ts'
import { readCustomer } from './read-customer.ts'
import { readPayer, readPayments } from './read-payments.ts'
import { readSubscription, readSubscriptions } from './read-subscription.ts'
import { refund } from './refund.ts'
import { setStanding } from './set-standing.ts'
import { shaped } from './shapes.ts'
import { openSdk } from './stripe-sdk.ts'
import { amountStep } from './values.ts'

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
