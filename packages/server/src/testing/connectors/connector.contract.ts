import { describe } from 'vitest'
import type { ConnectorTraits, ProcessorSubject } from '../processor/processor-subject.ts'
import { describeClosingBills } from './closing-bills.contract.ts'
import { describeConnection } from './connection.contract.ts'
import { describeDiscounts } from './discounts.contract.ts'
import { describeFailures } from './failures.contract.ts'
import { describeReading } from './reading.contract.ts'
import { describeRefunds } from './refunds.contract.ts'

/** The contract of every connector with the rest of the service, as tests against a processor. */
export function describeConnector(given: () => Promise<ProcessorSubject>, traits: ConnectorTraits): void {
  describe('reading', () => describeReading(given, traits))
  describe('discounts', () => describeDiscounts(given, traits))
  describe('bills that close meanwhile', () => describeClosingBills(given, traits))
  if (traits.calls === 'NONE') return
  describe('connection', () => describeConnection(given, traits))
  describe('refunds', () => describeRefunds(given, traits))
  describe('failures', () => describeFailures(given))
}
