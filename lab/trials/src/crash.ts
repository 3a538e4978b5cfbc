// `node lab/trials/src/crash.ts [seed]`: the long crash trials, and their table on standard output.

import { longSizes, trials } from './crash/all-targets.ts'
import { chanceOf } from './crash/chance.ts'
import { type CrashReport, faultsOf, tableOf } from './crash/crash-report.ts'
import { startDatabase } from './crash/goodword-targets.ts'

process.exitCode = await main(Number(process.argv[2] ?? Date.now() % 2 ** 32))

/** Answers 0 when the service kept its word. */
async function main(seed: number): Promise<number> {
  console.error(`The seed of this run is ${seed}.`)
  const { one, two } = trials(longSizes, chanceOf(seed))
  const database = await startDatabase()
  try {
    const reports = [print(await one()), print(await two(database))]
    console.log(tableOf(reports))
    return reports.every((it) => faultsOf(it).length === 0) ? 0 : 1
  } finally {
    await database.stop()
  }
}

/** Prints the failures, and the errors of requests, beside the table. */
function print(report: CrashReport): CrashReport {
  const { target, failures, undecided, ownEnds } = report
  console.error(
    `${target}: ${JSON.stringify({ undecided, failures: Object.fromEntries(failures), ownEnds })}`,
  )
  for (const fault of faultsOf(report).slice(0, 20)) console.error(`  ${fault}`)
  return report
}
