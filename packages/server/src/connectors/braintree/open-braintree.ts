import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type braintree from 'braintree'
import { stopwatch } from '../../engine/foundation/clock.ts'
import type {
  Connector,
  ConnectorOptions,
  DashboardLinks,
  ProcessorAccount,
  ProcessorClient,
  ProcessorCredentials,
} from '../connector.ts'
import { type CallLimits, usualLimits } from '../limited-calls.ts'
import { localPort } from '../local-port.ts'
import { ProcessorError } from '../processor-error.ts'
import type { SubscriptionState } from '../processor-state.ts'
import { findMissingSetup } from './find-missing-setup.ts'
import { accept, notificationKinds } from './notification.ts'
import { payerOf, readPayer, readPayments } from './payment-state.ts'
import { createFindPlan, type FindPlan } from './plans.ts'
import { readCustomer } from './read-customer.ts'
import { readSubscription } from './read-subscription.ts'
import { refund } from './refund.ts'
import { amountStep, amountText } from './sdk/amounts.ts'
import { braintreeSdk } from './sdk/braintree-sdk.ts'
import { type CallGateway, createCalls } from './sdk/call-gateway.ts'
import { isShaped, malformed, shaped } from './sdk/shapes.ts'
import { setDiscount } from './set-discount.ts'
import { subscriptionStateOf } from './subscription-state.ts'

const hosts: Readonly<Record<string, string>> = {
  sandbox: 'https://sandbox.braintreegateway.com',
  production: 'https://www.braintreegateway.com',
}

/** The gateway answers with no more at a time. */
const PAGE = 50

export const braintreeConnector: Connector = {
  name: 'Braintree',
  open: openBraintree,
  accountOf: ({ merchantId }) => merchantId ?? null,
  publicKeyOf: ({ publicKey }) => publicKey ?? null,
  amountStep: (price) => amountStep(amountText(price), price.currency),
  notificationKinds,
  words: {
    keysRejected:
      'Check the merchant ID, the public key and the private key, and that they belong to this environment.',
    webhookMissing: () =>
      'No notification has been received yet. Create a webhook at the processor with the URL in webhookUrl, tick every subscription notification, and send a test notification.',
  },
  guides: { connect: 'reference/braintree#2-connect', webhook: 'reference/braintree#3-create-the-webhook' },
  dashboardLinks: controlPanelLinks,
}

export type BraintreeOptions = Pick<ConnectorOptions, 'allowLocalTargets'> & {
  /** The limits of calls, which tests of them lower. */
  readonly limits?: Partial<CallLimits>
}

/** Braintree closes idle connections without notice; one that is closed while a request is sent fails it. */
const IDLE_CONNECTION_MS = 5000

/** @throws ProcessorError `CREDENTIALS_REJECTED` if the credentials cannot be right */
export function openBraintree(
  credentials: ProcessorCredentials,
  { allowLocalTargets, limits }: BraintreeOptions,
): ProcessorClient {
  const environment = gatewayEnvironment(credentials.environment, allowLocalTargets)
  if (environment === null) throw rejected('environment')
  const isLocal = allowLocalTargets && URL.canParse(credentials.environment)
  const allLimits = { ...usualLimits(isLocal), ...limits }
  const keys = possibleKeys(credentials)
  const { gateway, renewAgent } = openGateway(keys, environment, isLocal, allLimits)
  const calls = createCalls(gateway, allLimits, { stopwatch, renewAgent })
  const findPlan = createFindPlan(calls, stopwatch)
  return {
    capabilities: { standing: 'AMOUNT', bills: 'STANDING' },
    takeCallCount: calls.takeCount,
    checkCredentials: async () => {
      await checkCredentials(calls)
      return keys.merchantId
    },
    findMissingSetup: (discountId) => findMissingSetup(calls, discountId),
    accept: (request) => accept(gateway, request),
    readCustomer: (id, discountId) => readCustomer(calls, findPlan, id, discountId),
    readSubscription: (id, discountId) => readSubscription(calls, findPlan, id, discountId),
    readPayments: (ids) => readPayments(calls, ids),
    readPayer: (id) => readPayer(calls, id),
    setStanding: (id, discountId, wanted) =>
      setDiscount(calls, findPlan, id, discountId, wanted?.amount ?? null),
    refund: (request) => refund(calls, request),
    readSubscriptions: (ids, discountId) => readSubscriptions(calls, findPlan, ids, discountId),
  }
}

/** The merchant ID becomes part of a path, and the SDK does not check it. */
const possibleId = /^[A-Za-z0-9_-]{1,255}$/

const possibleKey = /^[\x21-\x7e]{1,255}$/

type Keys = { readonly merchantId: string; readonly publicKey: string; readonly privateKey: string }

function possibleKeys({ merchantId = '', publicKey = '', privateKey = '' }: ProcessorCredentials): Keys {
  if (!possibleId.test(merchantId)) throw rejected('merchantId')
  if (!possibleId.test(publicKey)) throw rejected('publicKey')
  if (!possibleKey.test(privateKey)) throw rejected('privateKey')
  return { merchantId, publicKey, privateKey }
}

function openGateway(
  keys: Keys,
  environment: braintree.Environment,
  isLocal: boolean,
  { deadlineMs, maxConcurrent }: CallLimits,
): { readonly gateway: braintree.BraintreeGateway; readonly renewAgent: () => void } {
  const Agent = isLocal ? HttpAgent : HttpsAgent
  const newAgent = () =>
    new Agent({ keepAlive: true, maxSockets: maxConcurrent, timeout: IDLE_CONNECTION_MS })
  // The published types do not have the agent.
  const config = { environment, ...keys, customHttpAgent: newAgent() }
  const gateway = new (braintreeSdk().BraintreeGateway)(config)
  // Of silence, after which the SDK ends the request.
  gateway.config.timeout = deadlineMs
  return { gateway, renewAgent: () => renewAgent(gateway, newAgent(), deadlineMs) }
}

/**
 * A request that goes on after its deadline, because bytes still arrive, cannot be ended through the SDK. So its agent is
 * replaced, and destroyed when the other calls that use it are over.
 */
function renewAgent(gateway: braintree.BraintreeGateway, agent: HttpAgent, deadlineMs: number): void {
  // The SDK reads it anew for each request; the types know nothing of the configuration.
  const { config } = gateway as { config: { customHttpAgent: HttpAgent } }
  const retired = config.customHttpAgent
  config.customHttpAgent = agent
  setTimeout(() => retired.destroy(), deadlineMs).unref()
}

function rejected(field: string): ProcessorError {
  return new ProcessorError('CREDENTIALS_REJECTED', {
    message: `This is not a possible ${field} of a Braintree connection.`,
  })
}

/** A user without the permission for this request has the right keys all the same. */
async function checkCredentials({ read }: CallGateway): Promise<void> {
  try {
    await read('discount.all', (gateway) => gateway.discount.all())
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    if (error.code === 'PERMISSION_DENIED') return
    if (error.code !== 'NOT_FOUND') throw error
    const message = 'Braintree does not have this merchant ID in this environment.'
    throw new ProcessorError('CREDENTIALS_REJECTED', { message, cause: error })
  }
}

/** Pages of the Control Panel. */
function controlPanelLinks({ environment, merchantId }: ProcessorAccount): DashboardLinks | null {
  const host = hosts[environment]
  if (host === undefined) return null
  const pages = `${host}/merchants/${encodeURIComponent(merchantId)}`
  return {
    customer: `${pages}/customers/{id}`,
    subscription: `${pages}/subscriptions/{id}`,
    payment: `${pages}/transactions/{id}`,
  }
}

/** A page of a search by IDs has whole subscriptions, also those that ended. */
async function readSubscriptions(
  { read }: CallGateway,
  findPlan: FindPlan,
  subscriptionIds: readonly string[],
  discountId: string,
): Promise<readonly SubscriptionState[]> {
  const states: SubscriptionState[] = []
  for (let at = 0; at < subscriptionIds.length; at += PAGE) {
    const ids = subscriptionIds.slice(at, at + PAGE)
    const found = await read('subscription.search', (gateway) =>
      searchPage(gateway as unknown as Requesting, ids),
    )
    for (const each of found) {
      const it = shaped('subscription', each)
      const customerId = it.transactions.map(payerOf).find((id) => id !== null) ?? null
      states.push(subscriptionStateOf(it, { customerId, discountId, plan: await findPlan(it.planId) }))
    }
  }
  return states
}

/**
 * The second of the two requests that a search of the SDK makes. The SDK's own stream of whole objects asks for the IDs first,
 * never ends if one of them was deleted, and reports errors to the console.
 */
async function searchPage({ config, http }: Requesting, ids: readonly string[]): Promise<readonly unknown[]> {
  const path = `${config.baseMerchantPath()}/subscriptions/advanced_search`
  const response = await http.post(path, { search: { ids } })
  if (!isShaped('subscriptionPage', response)) throw malformed('a page of subscriptions')
  const { subscription = [] } = response.subscriptions
  return Array.isArray(subscription) ? subscription : [subscription]
}

/** The SDK's published types do not have these. */
type Requesting = {
  readonly config: { readonly baseMerchantPath: () => string }
  readonly http: { readonly post: (path: string, body: object) => Promise<unknown> }
}

/**
 * The gateway of an environment; null if there is none of this name, or if it is on this machine and must not be. The SDK's
 * `Development` is never used: its host and port come from environment variables.
 */
export function gatewayEnvironment(name: string, allowLocalTargets: boolean): braintree.Environment | null {
  if (name === 'production') return braintreeSdk().Environment.Production
  if (name === 'sandbox') return braintreeSdk().Environment.Sandbox
  const port = allowLocalTargets ? localPort(name) : null
  if (port === null) return null
  const host = new URL(name).hostname.replace(/^\[|\]$/g, '')
  return new (braintreeSdk().Environment)(host, port, name, false, host, port)
}
