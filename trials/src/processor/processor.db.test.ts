import { afterAll, beforeAll, expect, test } from 'vitest'
import { chanceOf } from '../crash/chance.ts'
import { startDatabase, type TrialDatabase } from '../crash/goodword-targets.ts'
import { trialSize } from '../trial-size.ts'
import { total } from './comparison.ts'
import type { TrialReport } from './processor-trial.ts'
import { tableOf } from './report-table.ts'
import { faultless, longSize, naiveSize, runOnNaive, runOnService, shortSize } from './trials.ts'

const LIMIT_MS = trialSize(600_000, 30 * 60_000)
/** Repeats the choices that were made. */
const seed = Date.now() % 2 ** 32
const chance = chanceOf(seed)
const reports: TrialReport[] = []
let database: TrialDatabase
let service: TrialReport

beforeAll(async () => {
  database = await startDatabase()
  service = await runOnService(database, trialSize(shortSize, longSize), chance)
  reports.push(service)
}, LIMIT_MS)

afterAll(async () => {
  await database.stop()
  const print = trialSize<(table: string) => void>(() => undefined, console.log)
  print(tableOf(reports))
})

const none = { lost: [], doubled: [], phantom: [] }

test('requests failed, notifications were lost and processes were killed, and none ended by itself', () => {
  expect(service.hits.answer_lost, `seed ${seed}`).toBeGreaterThan(0)
  expect(service.hits.status).toBeGreaterThan(0)
  expect(service.lostNotifications).toBeGreaterThan(0)
  expect(service.kills).toBeGreaterThan(0)
  expect(service.ownEnds).toEqual([])
})

test('I4, I9, I12: in the end each subscription has the discount that is owed, and no other one', () => {
  expect(service.comparison.discounts, `seed ${seed}`).toEqual(none)
  expect(service.comparison.disagreements, `seed ${seed}`).toEqual([])
})

test('I5: a friend has the first discount up front or refunded once, whatever fails meanwhile', () => {
  expect(service.comparison.refunds, `seed ${seed}`).toEqual(none)
})

test('I6, I7: notifications that come twice, in another order or never lead to one conversion and one reward per side', () => {
  expect(service.comparison.conversions, `seed ${seed}`).toEqual(none)
  expect(service.hoursToConverge).not.toBeNull()
})

test('I20: what a page says of a customer and of a payment changes no bill', () => {
  const { discounts, refunds, conversions } = service.comparison
  const phantoms = [discounts, refunds, conversions].flatMap((it) => it.phantom)
  expect(phantoms, `seed ${seed}`).toEqual([])
})

test(
  'a connector that marks work as done first and adds discounts by increment is found out',
  async () => {
    const calm = await runOnNaive(database, faultless(naiveSize), chance)
    const naive = await runOnNaive(database, naiveSize, chance)
    reports.push(naive)
    const wrongs = ({ comparison }: TrialReport) =>
      total(comparison.discounts) + total(comparison.refunds) + total(comparison.conversions)
    expect(wrongs(calm), JSON.stringify(calm.comparison)).toBe(0)
    expect(wrongs(naive), `seed ${seed}`).toBeGreaterThan(0)
  },
  LIMIT_MS,
)
