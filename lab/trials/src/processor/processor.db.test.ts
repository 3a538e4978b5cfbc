import { testSeed } from '@goodword/testing/test-seed'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trialSize } from '../trial-size.ts'
import { billFaultKinds } from './bill-faults.ts'
import type { TrialReport } from './processor-trial.ts'
import { tablesOf } from './report-table.ts'
import { longSizes, runOnService, shortSizes } from './trials.ts'

const LIMIT_MS = trialSize(600_000, 3 * 60 * 60_000)
/** Each repeats the choices that were made. */
const seeds = trialSize([testSeed], [testSeed, testSeed + 1, testSeed + 2])
const print = trialSize<(table: string) => void>(() => undefined, console.log)
const none = { lost: [], doubled: [], phantom: [] }

describe.each(['braintree', 'stripe'] as const)('a connection to %s', (processor) => {
  const services: TrialReport[] = []
  const reports: TrialReport[] = []

  beforeAll(async () => {
    for (const seed of seeds) {
      services.push(
        await runOnService({ processor, size: trialSize(shortSizes, longSizes)[processor], seed }),
      )
      print(tablesOf(services))
    }
    reports.push(...services)
  }, LIMIT_MS)

  afterAll(() => print(tablesOf(reports)))

  test('requests failed, notifications were lost, processes were killed, bills were made wrong in each way, and none ended by itself', () => {
    for (const { seed, hits, lostNotifications, kills, ownEnds, billFaults } of services) {
      expect(hits.answer_lost, `seed ${seed}`).toBeGreaterThan(0)
      expect(hits.status, `seed ${seed}`).toBeGreaterThan(0)
      expect(lostNotifications, `seed ${seed}`).toBeGreaterThan(0)
      expect(kills, `seed ${seed}`).toBeGreaterThan(0)
      expect(ownEnds, `seed ${seed}`).toEqual([])
      expect(Object.keys(billFaults).toSorted(), `seed ${seed}`).toEqual([...billFaultKinds].toSorted())
    }
  })

  test('I4, I9, I12: in the end each subscription has the discount that is owed, and no other one', () => {
    for (const { seed, comparison } of services) {
      expect(comparison.discounts, `seed ${seed}`).toEqual(none)
      expect(comparison.disagreements, `seed ${seed}`).toEqual([])
    }
  })

  test('I4: each bill is kept with the discount that it had and should have had, and those that are wrong are listed', () => {
    for (const { seed, comparison } of services) {
      const { wrong, found, unlisted } = comparison.bills
      expect(unlisted, `seed ${seed}`).toEqual([])
      expect(wrong, `seed ${seed}`).toBeGreaterThan(0)
      expect(found, `seed ${seed}`).toBe(wrong)
    }
  })

  test('I4, I5: an amount that customers paid too much for a bill is refunded to the cent, once, and nothing else is', () => {
    for (const { seed, comparison } of services) {
      const { refunds, paidTooMuch, refunded } = comparison.bills
      expect(refunds, `seed ${seed}`).toEqual(none)
      expect(paidTooMuch, `seed ${seed}`).toBeGreaterThan(0)
      expect(refunded, `seed ${seed}`).toBe(paidTooMuch)
    }
  })

  test('I6, I7: notifications that come twice, in another order or never lead to one conversion and one reward per side', () => {
    for (const { seed, comparison, hoursToConverge } of services) {
      expect(comparison.conversions, `seed ${seed}`).toEqual(none)
      expect(hoursToConverge, `seed ${seed}`).not.toBeNull()
    }
  })

  test('I20: a page that names a customer and a payment changes no bill', () => {
    for (const { seed, comparison } of services) {
      const { discounts, bills, conversions } = comparison
      const phantoms = [discounts, bills.refunds, conversions].flatMap((it) => it.phantom)
      expect(phantoms, `seed ${seed}`).toEqual([])
    }
  })
})
