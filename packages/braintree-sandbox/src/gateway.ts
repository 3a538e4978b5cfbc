import { timeOf } from './model/clock.ts'
import type { Merchant } from './model/merchant.ts'

/** The gateway: its merchants, and what it has of the world. */
export type Gateway = {
  readonly merchants: Map<string, Merchant>
  /** The machine's time, in milliseconds since the epoch. */
  readonly machineNow: () => number
  /** Logs unsupported requests and errors for the operator. */
  readonly log: (line: string) => void
  /** Ends background work, such as sending, when the gateway closes. */
  readonly closing: AbortSignal
}

export function nowOf(gateway: Gateway, merchant: Merchant): number {
  return timeOf(merchant, gateway.machineNow)
}
