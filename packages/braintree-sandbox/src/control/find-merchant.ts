import type { Merchant } from '../model/merchant.ts'
import type { Control } from './control.ts'
import { ControlError } from './control-error.ts'

/** @throws {ControlError} that names those that are there */
export function findMerchant({ gateway }: Control, id = ''): Merchant {
  const merchant = gateway.merchants.get(id)
  if (merchant !== undefined) return merchant
  const there = Array.from(gateway.merchants.keys()).join(', ')
  throw new ControlError('NOT_FOUND', `There is no merchant ${id}. Existing merchants: ${there || 'none'}.`)
}
