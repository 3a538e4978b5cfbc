import type Stripe from 'stripe'
import type { ProcessorCredentials, RegisteredWebhook, SetupFinding, WantedWebhook } from '../connector.ts'
import { orNull } from '../or-null.ts'
import { ProcessorError } from '../processor-error.ts'
import { notificationKinds, testNotificationKinds } from './notification.ts'
import { readAll } from './read-lists.ts'
import type { StripeCalls } from './sdk/calls.ts'
import { type StripeEndpoint, shaped } from './sdk/shapes.ts'
import { API_VERSION } from './sdk/stripe-sdk.ts'

/** The field of metadata that marks an endpoint as registered by the service, with the program that it is for. */
const MARK = 'goodword_program'

/** An endpoint that was registered, and its secret, which Stripe shows once. */
type Registered = { readonly webhookEndpoint: string; readonly webhookSecret: string }

/**
 * Registers the endpoint for the notification URL. An endpoint that the merchant made by hand, whose secret was sent, stays the
 * only one. The endpoint that was registered before is kept while its secret is known; without that it is made anew.
 */
export async function registerWebhook(
  calls: StripeCalls,
  credentials: ProcessorCredentials,
  wanted: WantedWebhook,
): Promise<RegisteredWebhook> {
  const known = registeredIn(credentials) ?? registeredIn(wanted.stored)
  const kinds = kindsFor(credentials)
  if (credentials.webhookSecret !== undefined && registeredIn(credentials) === null) {
    if (known !== null) await deleteEndpoint(calls, known.webhookEndpoint).catch(ignoreDenial)
    return { credentials, finding: null }
  }
  try {
    const registered = await findOrMake(calls, known, { ...wanted, kinds })
    return registered === null
      ? { credentials, finding: madeByHand }
      : { credentials: { ...credentials, ...registered }, finding: null }
  } catch (error) {
    const finding = findingOf(error)
    if (finding === null) throw error
    // Without the right nothing is known about an endpoint that was registered with other keys: it counts as there.
    const kept = known !== null && finding === notPermitted
    return { credentials: { ...credentials, ...(kept ? known : {}) }, finding: kept ? null : finding }
  }
}

type Kind = Stripe.WebhookEndpointCreateParams.EnabledEvent

/** Only accounts of tests have test clocks. */
function kindsFor({ environment }: ProcessorCredentials): Kind[] {
  return [...notificationKinds, ...(environment === 'production' ? [] : testNotificationKinds)]
}

/** Removes the endpoint that was registered with these credentials, if it is still there. */
export async function removeWebhook(calls: StripeCalls, credentials: ProcessorCredentials): Promise<void> {
  const registered = registeredIn(credentials)
  if (registered !== null) await deleteEndpoint(calls, registered.webhookEndpoint)
}

function registeredIn(credentials: ProcessorCredentials | null): Registered | null {
  if (credentials === null) return null
  const { webhookEndpoint, webhookSecret } = credentials
  return webhookEndpoint === undefined || webhookSecret === undefined
    ? null
    : { webhookEndpoint, webhookSecret }
}

/** Returns null if the merchant made an endpoint of this URL by hand, whose secret is not known. */
async function findOrMake(
  calls: StripeCalls,
  known: Registered | null,
  { url, program, kinds }: WantedWebhook & { readonly kinds: Kind[] },
): Promise<Registered | null> {
  const endpoints = await readEndpoints(calls)
  const present = endpoints.find(({ id }) => id === known?.webhookEndpoint)
  if (known !== null && present?.api_version === API_VERSION) {
    await correct(calls, present, { url, kinds })
    return known
  }
  const others = endpoints.filter((it) => it === present || it.url === url)
  if (others.some(({ metadata }) => metadata?.[MARK] === undefined)) return null
  for (const { id } of others) await deleteEndpoint(calls, id)
  const made = await calls.write('webhookEndpoints.create', async (stripe) =>
    shaped(
      'endpoint',
      await stripe.webhookEndpoints.create({
        url,
        enabled_events: kinds,
        api_version: API_VERSION,
        description: 'Goodword: referral discounts',
        metadata: { [MARK]: program },
      }),
    ),
  )
  return { webhookEndpoint: made.id, webhookSecret: made.secret ?? '' }
}

function readEndpoints(calls: StripeCalls): Promise<readonly StripeEndpoint[]> {
  return readAll(calls, 'webhookEndpoints.list', async (stripe, page) => {
    const list = await stripe.webhookEndpoints.list(page)
    return { ...list, data: list.data.map((it) => shaped('endpoint', it)) }
  })
}

/** After an upgrade other kinds may be used, and with another secret key the URL is another one. */
async function correct(
  { write }: StripeCalls,
  present: StripeEndpoint,
  { url, kinds }: { readonly url: string; readonly kinds: Kind[] },
): Promise<void> {
  const isComplete = present.enabled_events.toSorted().join() === kinds.toSorted().join()
  if (present.url === url && present.status === 'enabled' && isComplete) return
  const request: Stripe.WebhookEndpointUpdateParams = { url, enabled_events: kinds, disabled: false }
  await write('webhookEndpoints.update', (stripe) => stripe.webhookEndpoints.update(present.id, request))
}

async function deleteEndpoint({ write }: StripeCalls, id: string): Promise<void> {
  await orNull(write('webhookEndpoints.del', (stripe) => stripe.webhookEndpoints.del(id)))
}

/** It stays there, and its events are delivered twice: a repeat changes nothing. */
function ignoreDenial(error: unknown): void {
  if (!(error instanceof ProcessorError) || error.code !== 'PERMISSION_DENIED') throw error
}

/** The fault that keeps an endpoint from being registered; null for a temporary or an unrelated error. */
function findingOf(error: unknown): SetupFinding | null {
  if (!(error instanceof ProcessorError)) return null
  if (error.code === 'PERMISSION_DENIED') return notPermitted
  return error.code === 'REJECTED' ? notAccepted : null
}

const BY_HAND =
  'In the Dashboard under Developers, Webhooks, add an endpoint with the URL in webhookUrl and the events in notificationKinds, and send its signing secret as webhookSecret with PUT connection.'

const missing = { item: 'WEBHOOK', severity: 'missing', name: 'webhookUrl' } as const

const notPermitted: SetupFinding = {
  ...missing,
  message: `The key may not register a webhook endpoint. Grant it the right "rak_webhook_write" and have the connection checked, or register one by hand: ${BY_HAND}`,
}

const notAccepted: SetupFinding = {
  ...missing,
  message: `Stripe does not accept the URL in webhookUrl for an endpoint: it must be reachable from the Internet, by https for live programs. Run the service with a public BASE_URL and have the connection checked, or register an endpoint that leads there: ${BY_HAND}`,
}

const madeByHand: SetupFinding = {
  ...missing,
  message:
    'There is a webhook endpoint with the URL in webhookUrl that was made by hand, and its secret is not known. Send its signing secret as webhookSecret with PUT connection, or delete the endpoint and have the connection checked.',
}

/** The advice while no notification has arrived. */
export function webhookMissing(credentials: ProcessorCredentials): string {
  return registeredIn(credentials) !== null
    ? 'The webhook endpoint is registered at Stripe, and no notification has been received yet. It comes with the first event of a customer.'
    : `No notification has been received yet. ${BY_HAND}`
}
