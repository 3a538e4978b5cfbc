import { timeOf } from '@goodword/sandbox/model/clock'
import type { World } from '@goodword/sandbox/model/world'
import type { Merchant } from './model/merchant.ts'

/** The gateway: its merchants, and its environment. */
export type Gateway = World<Merchant>

export function nowOf(gateway: Pick<Gateway, 'machineNow'>, merchant: Merchant): number {
  return timeOf(merchant, gateway.machineNow)
}
