import { given } from '@goodword/sandbox/model/given'
import { finder } from '../lookup/find.ts'
import type { StripeAccount } from '../model/account.ts'
import type { Endpoint, StripeEvent } from '../model/event.ts'
import { newId } from '../model/ids.ts'
import { eventJson, pendingOf } from '../objects/event-json.ts'
import { invalid, missing } from '../wire/api-error.ts'
import type { Params } from '../wire/params.ts'
import { checkVersion } from '../wire/version.ts'
import { byClock, type Work } from '../work.ts'
import { byFlag, byText, isCreated, list } from './list-route.ts'
import { del, get, post, type Route, retrieve } from './route.ts'

const MAX_TYPES = 20
const KEPT_SECONDS = 30 * 86_400

const findEndpoint = finder('webhook endpoint', ({ destinations }) => {
  return new Map(destinations.map((each) => [each.id, each]))
})

export const eventRoutes: readonly Route[] = [
  list(
    '/events',
    'event',
    { allOf: ({ events }: StripeAccount) => events.values() },
    {
      where: (it, work) => !isOver(work, it),
      filters: {
        created: isCreated,
        type: byText((it, type) => fits(type, it.type)),
        types: readTypes,
        delivery_success: byFlag((it, success, { account }) => success === (pendingOf(account, it) === 0)),
      },
      view: shownEvent,
    },
  ),
  get('/events/:id', 'event', (_params, { id = '' }) => (work) => {
    const found = work.account.events.get(id)
    if (found === undefined || isOver(work, found)) throw missing('event', id)
    return shownEvent(found, work)
  }),
  post('/webhook_endpoints', 'webhook', (params) => {
    const url = params.url('url') ?? params.neededText('url')
    const kinds = params.texts('enabled_events') ?? []
    if (kinds.length === 0)
      throw invalid('Missing required param: enabled_events.', 'enabled_events', 'parameter_missing')
    const [apiVersion, description] = [readVersion(params), params.text('description') ?? null]
    const metadata = params.metadata()
    return ({ account, now }) => {
      const made: Endpoint = {
        id: newId(account, 'we'),
        created: now,
        url,
        kinds: kinds.includes('*') ? null : kinds,
        secret: newId(account, 'whsec', 32),
        apiVersion,
        description,
        metadata,
        isDisabled: false,
      }
      account.destinations = [...account.destinations, made]
      // The secret is shown once.
      return { ...endpointJson(made), secret: made.secret }
    }
  }),
  list('/webhook_endpoints', 'webhook', findEndpoint, {
    view: endpointJson,
  }),
  retrieve('/webhook_endpoints/:id', 'webhook', findEndpoint, endpointJson),
  post('/webhook_endpoints/:id', 'webhook', (params, { id }) => {
    const [url, kinds] = [params.url('url') ?? undefined, params.texts('enabled_events') ?? undefined]
    const [isDisabled, description] = [params.flag('disabled'), params.text('description')]
    params.accept('metadata')
    return ({ account }) => {
      const before = findEndpoint(account, id)
      const after: Endpoint = {
        ...before,
        ...given({ url, isDisabled, description }),
        ...(kinds !== undefined && { kinds: kinds.includes('*') ? null : kinds }),
        metadata: params.metadata(before.metadata),
      }
      account.destinations = account.destinations.map((each) => (each === before ? after : each))
      return endpointJson(after)
    }
  }),
  del('/webhook_endpoints/:id', 'webhook', (_params, { id }) => ({ account }) => {
    const removed = findEndpoint(account, id)
    account.destinations = account.destinations.filter((each) => each !== removed)
    return { id: removed.id, object: 'webhook_endpoint', deleted: true }
  }),
]

/** @throws {ApiError} for too many */
function readTypes(params: Params, key: string): (it: StripeEvent) => boolean {
  const types = params.texts(key)
  if (types != null && types.length > MAX_TYPES) throw invalid(`You can send up to ${MAX_TYPES} types.`, key)
  return ({ type }) => types == null || types.some((each) => fits(each, type))
}

function shownEvent(it: StripeEvent, { account }: Work) {
  return eventJson(account, it, null, pendingOf(account, it))
}

/** @throws {ApiError} for a version whose shapes are not known */
function readVersion(params: Params): string | null {
  const version = params.text('api_version') ?? null
  return version === null ? null : checkVersion(version)
}

function endpointJson(it: Endpoint) {
  return {
    id: it.id,
    object: 'webhook_endpoint' as const,
    api_version: it.apiVersion,
    application: null,
    created: it.created,
    description: it.description,
    enabled_events: it.kinds === null ? ['*'] : [...it.kinds],
    livemode: false,
    metadata: it.metadata,
    status: it.isDisabled ? 'disabled' : 'enabled',
    url: it.url,
  }
}

/** Events are read for 30 days of their clock, and not at all when that is gone. */
function isOver(work: Work, { clockId, created }: StripeEvent): boolean {
  if (clockId !== null && !work.account.testClocks.has(clockId)) return true
  return created <= byClock(work, clockId).now - KEPT_SECONDS
}

/** A type of an event may be a pattern such as `customer.*`. */
function fits(pattern: string, type: string): boolean {
  return pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type
}
