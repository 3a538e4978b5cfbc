import { describe } from 'vitest'
import type { ProcessorSubject } from '../testing/processor/processor-subject.ts'
import { describeConnection } from './contract/connection.contract.ts'
import { describeDiscounts } from './contract/discounts.contract.ts'
import { describeFailures } from './contract/failures.contract.ts'
import { describeReading } from './contract/reading.contract.ts'
import { describeRefunds } from './contract/refunds.contract.ts'

/** What every connector promises to the rest of the service, as tests against a processor. */
export function describeConnector(given: () => Promise<ProcessorSubject>): void {
  describe('connection', () => describeConnection(given))
  describe('reading', () => describeReading(given))
  describe('discounts', () => describeDiscounts(given))
  describe('refunds', () => describeRefunds(given))
  describe('failures', () => describeFailures(given))
}
