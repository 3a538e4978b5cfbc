import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundlePrograms } from './bundle-programs.ts'
import { clusterNotRun, clusterProjects, provideCitus } from './checks/citus.ts'
import { countTests, readReport, type TestCount } from './checks/count-tests.ts'
import { provideLanguages } from './checks/language-packages.ts'
import { findOldestPostgresql, oldestNotRun, oldestProjects } from './checks/oldest-postgresql.ts'
import { missingProjects, notRun } from './checks/python-sdk.ts'
import { temporaryFiles } from './checks/ram-folder.ts'
import { failureTexts, runNode, runSteps } from './checks/run-steps.ts'
import { allTests, treeSteps } from './checks/steps.ts'

/** Tests wait for processes and browsers, which leaves time for this many steps beside them. */
const LANES_BESIDE_TESTS = 2

/** `npm test`: every step of the check beside every test, counted together in the last line. */
const checking = runSteps(treeSteps, console.log, LANES_BESIDE_TESTS)
const tests = await runTests()
const steps = await checking
for (const text of failureTexts(steps)) console.log(text)
const passed = steps.filter((each) => each.passed).length + tests.passed
const failed = steps.filter((each) => !each.passed).length + tests.failed
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

async function runTests(): Promise<TestCount> {
  const folder = mkdtempSync(join(tmpdir(), 'goodword-tests-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const reportFile = join(folder, 'report.json')
  const programs = findOldestPostgresql()
  // After the PostgreSQL, which may have been installed just now.
  const citus = provideCitus()
  provideLanguages()
  const missing = [
    ...missingProjects(),
    ...(programs === null ? [oldestProjects] : []),
    ...('notRun' in citus ? [clusterProjects] : []),
  ]
  // Every database test meets the PostgreSQL that comes with the packages, and most of them the oldest one as well.
  const environment = {
    ...temporaryFiles(),
    GOODWORD_TEST_POSTGRES: '',
    GOODWORD_TEST_OLDEST_POSTGRES: programs ?? '',
    GOODWORD_TEST_CLUSTER: 'short',
    GOODWORD_TEST_PROGRAMS: await bundlePrograms(),
    ...('notRun' in citus ? {} : citus),
  }
  const tests = { ...allTests(reportFile, missing), environment }
  if (programs !== null) console.log(`The projects ${oldestProjects} run on the PostgreSQL in ${programs}.`)
  const exitCode = await runNode(tests, (piece) => process.stdout.write(piece), console.log)
  if (missing.includes('python')) console.log(notRun)
  if (programs === null) console.log(oldestNotRun)
  if ('notRun' in citus) console.log(clusterNotRun(citus.notRun))
  return countTests(readReport(reportFile), exitCode)
}
