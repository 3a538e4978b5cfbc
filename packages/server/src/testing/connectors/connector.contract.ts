import { describe } from 'vitest'
import type { ProcessorSubject } from '../processor/processor-subject.ts'
import { describeConnection } from './connection.contract.ts'
import { describeDiscounts } from './discounts.contract.ts'
import { describeFailures } from './failures.contract.ts'
import { describeReading } from './reading.contract.ts'
import { describeRefunds } from './refunds.contract.ts'

/** What every connector promises to the rest of the service, as tests against a processor. */
export function describeConnector(given: () => Promise<ProcessorSubject>): void {
  describe('connection', () => describeConnection(given))
  describe('reading', () => describeReading(given))
  describe('discounts', () => describeDiscounts(given))
  describe('refunds', () => describeRefunds(given))
  describe('failures', () => describeFailures(given))
}
