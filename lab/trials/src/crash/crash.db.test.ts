import { testSeed } from '@goodword/testing/test-seed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { trialSize } from '../trial-size.ts'
import { longSizes, shortSizes, trials } from './all-targets.ts'
import { chanceOf } from './chance.ts'
import { type CrashReport, faultsOf, tableOf } from './crash-report.ts'
import { startDatabase, type TrialDatabase } from './goodword-targets.ts'

const LIMIT_MS = trialSize(600_000, 30 * 60_000)
/** Repeats the choices that were made. */
const { one, two } = trials(trialSize(shortSizes, longSizes), chanceOf(testSeed))
const reports: CrashReport[] = []
let database: TrialDatabase

beforeAll(async () => {
  database = await startDatabase()
})

afterAll(async () => {
  await database.stop()
  const print = trialSize<(table: string) => void>(() => undefined, console.log)
  print(tableOf(reports))
})

test(
  'I3: no acknowledged write is lost and none doubled when the service and its PostgreSQL are killed',
  async () => {
    const report = await one()
    reports.push(report)
    expect(faultsOf(report), `seed ${testSeed}`).toEqual([])
    expect(report.faults.service).toBeGreaterThan(0)
    expect(report.faults.PostgreSQL).toBeGreaterThan(0)
  },
  LIMIT_MS,
)

test(
  'I3: two services on one database behave as one while each of them and PostgreSQL are killed',
  async () => {
    const report = await two(database)
    reports.push(report)
    expect(faultsOf(report), `seed ${testSeed}`).toEqual([])
  },
  LIMIT_MS,
)
