import { findCustomer } from '../lookup/find.ts'
import { newId } from '../model/ids.ts'
import type { Meter } from '../model/meter.ts'
import { meterEventJson, meterJson } from '../objects/meter-json.ts'
import { invalid } from '../wire/api-error.ts'
import type { Params } from '../wire/params.ts'
import { byClock } from '../work.ts'
import { post, type Route } from './route.ts'

/** Meters add up what is reported, and what is reported counts at once; with Stripe it takes a while. */
export const meterRoutes: readonly Route[] = [
  post('/billing/meters', 'billing_meter', (params) => {
    const [displayName, eventName] = [params.neededText('display_name'), params.neededText('event_name')]
    params.part('default_aggregation')?.oneOf('formula', ['sum'])
    return ({ account, now }) => {
      const made: Meter = { id: newId(account, 'mtr'), created: now, displayName, eventName }
      account.meters.set(made.id, made)
      return meterJson(made)
    }
  }),
  post('/billing/meter_events', 'billing_meter_event', (params) => {
    const eventName = params.neededText('event_name')
    const payload = neededPart(params, 'payload')
    const customerId = payload.neededText('stripe_customer_id')
    const value = payload.neededInteger('value')
    const [identifier, timestamp] = [params.text('identifier'), params.integer('timestamp', 0)]
    return (work) => {
      const { account } = work
      const meter = Array.from(account.meters.values()).find((it) => it.eventName === eventName)
      if (meter === undefined)
        throw invalid(`No active meter found for event name ${eventName}.`, 'event_name')
      const customer = findCustomer(account, customerId)
      const at = timestamp ?? byClock(work, customer.testClock).now
      account.usage.push({ meter: meter.id, customer: customer.id, value, at })
      const event = { identifier: identifier ?? newId(account, 'mev'), eventName, at, created: work.now }
      return meterEventJson(event, { stripe_customer_id: customer.id, value: `${value}` })
    }
  }),
]

/** @throws {ApiError} */
function neededPart(params: Params, key: string): Params {
  const part = params.part(key)
  if (part == null) throw invalid(`Missing required param: ${key}.`, params.nameOf(key), 'parameter_missing')
  return part
}
