import type { Meter } from '../model/meter.ts'

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

export type MeterEvent = {
  readonly identifier: string
  readonly eventName: string
  readonly at: number
  readonly created: number
  readonly payload: Readonly<Record<string, string>>
}

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
