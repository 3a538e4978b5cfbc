import { expect, test } from 'vitest'
import { isFlat, soak, tableOf } from './soak/soak-trial.ts'

const sizes = { measureSeconds: 20, seconds: 20 * 60, lookEverySeconds: 5 }
/** A heap still grows in its first seconds, to the size that it will have. */
const TOLERANCE_MB = 32
const LIMIT_MS = 40 * 60_000

test(
  'the service answers everything at half of what it manages, for as long as it runs, and its memory stops to grow',
  async () => {
    const report = await soak(sizes, console.log)
    console.log(tableOf(report))
    const { byStatus, broken } = report.soaked
    expect({ byStatus: Object.keys(byStatus), broken }).toEqual({ byStatus: ['200'], broken: 0 })
    expect(isFlat(report.residentMb, TOLERANCE_MB), `${report.residentMb} MB`).toBe(true)
  },
  LIMIT_MS,
)
