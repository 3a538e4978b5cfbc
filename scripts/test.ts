import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundlePrograms } from './bundle-programs.ts'
import { findOldestPostgresql, oldestNotRun } from './checks/debian/oldest-postgresql.ts'
import { temporaryFiles } from './checks/ram-folder.ts'
import { failureTexts, runNode, runSteps } from './checks/run-steps.ts'
import { treeSteps, vitestRun } from './checks/steps.ts'
import { costSummary, findExcess, recordCosts, sumOfRun } from './testing/costs.ts'
import { LANES } from './testing/lanes.ts'
import { faultsOfRun, REPORT_FILE, type RunReport, readRunReport } from './testing/run-report.ts'

/**
 * `npm test`: every check of the tree, and the tests that protect each rule at its cheapest level. Always the same files in the same
 * order with the same random cases; what takes longer is in `npm run test:all`. `npm test -- --record` keeps what each file cost.
 */
const unknown = process.argv.slice(2).filter((it) => it !== '--record')
if (unknown.length > 0) {
  console.error(
    `npm test runs everything and has no ${unknown.join(' ')}. For single files: npm run check -- <step> <part of a path>`,
  )
  process.exit(1)
}
const startedAt = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'goodword-tests-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const oldest = findOldestPostgresql()
const environment = {
  ...temporaryFiles(),
  GOODWORD_TEST_POSTGRES: '',
  GOODWORD_TEST_OLDEST_POSTGRES: oldest ?? '',
  GOODWORD_TEST_STATES: 'few',
  GOODWORD_TEST_PROGRAMS: await bundlePrograms(),
}
// One step at a time: the lanes beside it leave little of two processors.
const checking = runSteps(treeSteps, console.log, 1)
const lanes = await Promise.all(Array.from({ length: LANES }, (_, index) => runLane(index)))
const steps = await checking
for (const text of failureTexts(steps)) console.log(text)

const files = lanes.flatMap((it) => it?.files ?? [])
const cost = sumOfRun(lanes)
if (process.argv.includes('--record')) recordCosts(files)
const faults = [
  ...steps.filter((it) => !it.passed).map(({ step }) => step.name),
  ...lanes.flatMap((report, index) => faultsOfRun(nameOf(index), report)),
  ...findExcess(files, cost),
]
const seconds = Math.round((performance.now() - startedAt) / 1000)
console.log(costSummary(files, cost))
if (oldest === null) console.log(oldestNotRun)
console.log(`${steps.length} checks of the tree and ${files.length} test files in ${seconds} s`)
console.log(faults.length === 0 ? 'passed' : `failed: ${faults.join(', ')}`)
process.exitCode = faults.length === 0 ? 0 : 1

async function runLane(index: number): Promise<RunReport | null> {
  const reportFile = join(folder, `lane-${index}.json`)
  const step = vitestRun(nameOf(index), [], {
    ...environment,
    GOODWORD_TEST_LANE: `${index}`,
    [REPORT_FILE]: reportFile,
  })
  await runNode(step, (piece) => process.stdout.write(piece), console.log)
  return readRunReport(reportFile)
}

function nameOf(index: number): string {
  return `lane ${index + 1}`
}
