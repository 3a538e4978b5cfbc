import { given } from '@goodword/sandbox/model/given'
import { findCustomer, finder } from '../lookup/find.ts'
import type { Meter } from '../model/account.ts'
import { newId } from '../model/ids.ts'
import { invalid } from '../wire/api-error.ts'
import type { Params } from '../wire/params.ts'
import { byClock, type Work } from '../work.ts'
import { byWord, list } from './list-route.ts'
import { post, type Route, retrieve } from './route.ts'

const MAX_AGE_SECONDS = 35 * 86_400
const MAX_AHEAD_SECONDS = 5 * 60

const findMeter = finder('billing meter', ({ meters }) => meters)

/** Meters add up reported usage, which counts at once; at Stripe that takes a while. */
export const meterRoutes: readonly Route[] = [
  post('/billing/meters', 'billing_meter', (params) => {
    const [displayName, eventName] = [params.neededText('display_name'), params.neededText('event_name')]
    params.part('default_aggregation')?.oneOf('formula', ['sum'])
    const mapping = params.part('customer_mapping')
    mapping?.oneOf('type', ['by_id'])
    mapping?.oneOf('event_payload_key', ['stripe_customer_id'])
    params.part('value_settings')?.oneOf('event_payload_key', ['value'])
    return ({ account, now }) => {
      const taken = Array.from(account.meters.values()).some(
        (it) => it.eventName === eventName && it.status === 'active',
      )
      if (taken)
        throw invalid(`An active meter for the event name ${eventName} exists already.`, 'event_name')
      const id = newId(account, 'mtr')
      const made: Meter = {
        id,
        created: now,
        updated: now,
        displayName,
        eventName,
        status: 'active',
        deactivatedAt: null,
      }
      account.meters.set(made.id, made)
      return meterJson(made)
    }
  }),
  list('/billing/meters', 'billing_meter', findMeter, {
    filters: { status: byWord(['active', 'inactive'], (it, status) => it.status === status) },
    view: meterJson,
  }),
  retrieve('/billing/meters/:id', 'billing_meter', findMeter, meterJson),
  post('/billing/meters/:id', 'billing_meter', (params, { id }) => {
    const displayName = params.text('display_name') ?? undefined
    return ({ account, now }) => {
      const found = findMeter(account, id)
      return meterJson(Object.assign(found, { updated: now, ...given({ displayName }) }))
    }
  }),
  post('/billing/meters/:id/deactivate', 'billing_meter', (_params, { id }) => ({ account, now }) => {
    const found = findMeter(account, id)
    return meterJson(Object.assign(found, { status: 'inactive' as const, deactivatedAt: now, updated: now }))
  }),
  post('/billing/meters/:id/reactivate', 'billing_meter', (_params, { id }) => ({ account, now }) => {
    const found = findMeter(account, id)
    return meterJson(Object.assign(found, { status: 'active' as const, deactivatedAt: null, updated: now }))
  }),
  post('/billing/meter_events', 'billing_meter_event', (params) => {
    const report = readUsage(params, params.moment('timestamp') ?? null)
    return (work) => meterEventJson(report(work))
  }),
  post('/v2/billing/meter_events', 'billing_meter_event', (params) => {
    const report = readUsage(params, readInstant(params))
    return (work) => meterEventOfV2Json(report(work))
  }),
]

/** Reads the usage at a moment, by default now. @throws {ApiError} */
function readUsage(params: Params, timestamp: number | null) {
  const [eventName, payload] = [params.neededText('event_name'), neededPart(params, 'payload')]
  const [customerId, value] = [payload.neededText('stripe_customer_id'), payload.neededInteger('value')]
  const identifier = params.text('identifier')
  return (work: Work) => {
    const { account } = work
    const meter = Array.from(account.meters.values()).find((it) => {
      return it.eventName === eventName && it.status === 'active'
    })
    if (meter === undefined) {
      throw invalid(`No active meter found for event name ${eventName}.`, 'event_name', 'no_meter')
    }
    const customer = findCustomer(account, customerId)
    const { now } = byClock(work, customer.testClock)
    const at = timestamp ?? now
    checkTimestamp(at, now)
    account.usage.push({ meter: meter.id, customer: customer.id, value, at })
    return {
      identifier: identifier ?? newId(account, 'mev'),
      eventName,
      at,
      created: work.now,
      payload: { stripe_customer_id: customer.id, value: `${value}` },
    }
  }
}

/** The second API writes moments as texts: `2026-01-31T12:00:00Z`. @throws {ApiError} */
function readInstant(params: Params): number | null {
  const text = params.text('timestamp')
  if (text == null) return null
  const moment = Date.parse(text)
  if (Number.isNaN(moment)) throw invalid(`Invalid timestamp: ${text}`, 'timestamp')
  return Math.floor(moment / 1000)
}

/** Rejects usage that is too old or in the future. @throws {ApiError} */
function checkTimestamp(at: number, now: number): void {
  if (at < now - MAX_AGE_SECONDS) {
    const message = 'The timestamp must be within the past 35 calendar days.'
    throw invalid(message, 'timestamp', 'timestamp_too_far_in_past')
  }
  if (at > now + MAX_AHEAD_SECONDS) {
    const message = 'The timestamp must be up to 5 minutes in the future.'
    throw invalid(message, 'timestamp', 'timestamp_in_future')
  }
}

/** @throws {ApiError} */
function neededPart(params: Params, key: string): Params {
  const part = params.part(key)
  if (part == null) throw invalid(`Missing required param: ${key}.`, params.nameOf(key), 'parameter_missing')
  return part
}

export function meterJson(it: Meter) {
  return {
    id: it.id,
    object: 'billing.meter' as const,
    created: it.created,
    customer_mapping: { event_payload_key: 'stripe_customer_id', type: 'by_id' as const },
    default_aggregation: { formula: 'sum' as const },
    display_name: it.displayName,
    event_name: it.eventName,
    event_time_window: null,
    livemode: false,
    status: it.status,
    status_transitions: { deactivated_at: it.deactivatedAt },
    updated: it.updated,
    value_settings: { event_payload_key: 'value' },
  }
}

type MeterEvent = ReturnType<ReturnType<typeof readUsage>>

export function meterEventJson(it: MeterEvent) {
  return {
    object: 'billing.meter_event' as const,
    created: it.created,
    event_name: it.eventName,
    identifier: it.identifier,
    livemode: false,
    payload: it.payload,
    timestamp: it.at,
  }
}

/** An event as the second API shows it, whose moments are texts. */
export function meterEventOfV2Json(it: MeterEvent) {
  return {
    ...meterEventJson(it),
    object: 'v2.billing.meter_event' as const,
    created: instantOf(it.created),
    timestamp: instantOf(it.at),
  }
}

function instantOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
