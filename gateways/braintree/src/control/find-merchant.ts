import { ControlError } from '@goodword/sandbox/control/control-error'
import type { Merchant } from '../model/merchant.ts'
import type { Control } from './control.ts'

/** @throws {ControlError} that names those that are there */
export function findMerchant({ gateway }: Control, id = ''): Merchant {
  const merchant = gateway.accounts.get(id)
  if (merchant !== undefined) return merchant
  const there = Array.from(gateway.accounts.keys()).join(', ')
  throw new ControlError('NOT_FOUND', `There is no merchant ${id}. Existing merchants: ${there || 'none'}.`)
}
