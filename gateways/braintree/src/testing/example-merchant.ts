import { join } from 'node:path'
import { readFixtures } from '../control/fixtures/read-fixtures.ts'
import type { Merchant } from '../model/merchant.ts'

const file = join(import.meta.dirname, '../../fixtures.example.json')

/** The sample merchant with all kinds of records; its clock is stopped at 9:00 on 15 March 2026. */
export function exampleMerchant(): Merchant {
  const fixture = readFixtures(file, 0).get('acme')
  if (fixture === undefined) throw new Error('merchant acme not found in the sample')
  return fixture(0)
}
