import type { StripeAccount } from '../model/account.ts'
import type { Endpoint, StripeEvent } from '../model/event.ts'
import { newId } from '../model/ids.ts'
import { eventJson, pendingOf } from '../objects/event-json.ts'
import { invalid, missing } from '../wire/api-error.ts'
import { pageOf, readCreated, readCursor } from '../wire/list.ts'
import type { Params } from '../wire/params.ts'
import { checkVersion } from '../wire/version.ts'
import { byClock, type Work } from '../work.ts'
import { del, get, post, type Route } from './route.ts'

const MAX_TYPES = 20
const KEPT_SECONDS = 30 * 86_400

export const eventRoutes: readonly Route[] = [
  get('/events', 'event', (params) => {
    const [cursor, isIn] = [readCursor(params), readCreated(params)]
    const [type, types, success] = [
      params.text('type'),
      params.texts('types'),
      params.flag('delivery_success'),
    ]
    if (types != null && types.length > MAX_TYPES)
      throw invalid(`You can send up to ${MAX_TYPES} types.`, 'types')
    return (work) => {
      const { account } = work
      const fitting = Array.from(account.events.values()).filter((it) => {
        if (isOver(work, it)) return false
        if (!isIn(it.created) || (type != null && !fits(type, it.type))) return false
        if (types != null && !types.some((each) => fits(each, it.type))) return false
        return success === undefined || success === (pendingOf(account, it) === 0)
      })
      return pageOf('/v1/events', fitting, cursor, (it) =>
        eventJson(account, it, null, pendingOf(account, it)),
      )
    }
  }),
  get('/events/:id', 'event', (_params, { id = '' }) => (work) => {
    const { account } = work
    const found = account.events.get(id)
    if (found === undefined || isOver(work, found)) throw missing('event', id)
    return eventJson(account, found, null, pendingOf(account, found))
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
  get('/webhook_endpoints', 'webhook', (params) => {
    const cursor = readCursor(params)
    return ({ account }) => pageOf('/v1/webhook_endpoints', account.destinations, cursor, endpointJson)
  }),
  get(
    '/webhook_endpoints/:id',
    'webhook',
    (_params, { id }) =>
      ({ account }) =>
        endpointJson(findEndpoint(account, id)),
  ),
  post('/webhook_endpoints/:id', 'webhook', (params, { id }) => {
    const [url, kinds] = [params.url('url') ?? undefined, params.texts('enabled_events') ?? undefined]
    const [isDisabled, description] = [params.flag('disabled'), params.text('description')]
    params.accept('metadata')
    return ({ account }) => {
      const before = findEndpoint(account, id)
      const after: Endpoint = {
        ...before,
        ...(url !== undefined && { url }),
        ...(kinds !== undefined && { kinds: kinds.includes('*') ? null : kinds }),
        ...(isDisabled !== undefined && { isDisabled }),
        ...(description !== undefined && { description }),
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

function findEndpoint({ destinations }: StripeAccount, id = ''): Endpoint {
  const found = destinations.find((each) => each.id === id)
  if (found === undefined) throw missing('webhook endpoint', id)
  return found
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
