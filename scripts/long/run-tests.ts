import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { clusterProjects } from '../checks/citus.ts'
import { countTests, readCounts, readReport, type TestCount } from '../checks/count-tests.ts'
import { oldestProjects } from '../checks/oldest-postgresql.ts'
import { missingProjects } from '../checks/python-sdk.ts'
import { runNode } from '../checks/run-steps.ts'
import { allTests, root, type Step } from '../checks/steps.ts'

type Environment = Readonly<Record<string, string>>

/**
 * Runs the tests that `args` of vitest name, shows their output as it comes, and counts them. Those of `without` are left out, as
 * are those that this machine cannot run.
 */
export async function runTests(
  name: string,
  args: readonly string[],
  environment: Environment,
  without: readonly string[] = [clusterProjects],
): Promise<TestCount> {
  const folder = mkdtempSync(join(tmpdir(), 'goodword-long-'))
  try {
    const reportFile = join(folder, 'report.json')
    const tests = allTests(reportFile, [...missingProjects(), oldestProjects, ...without])
    const step = {
      ...tests,
      name,
      args: [...tests.args, ...args, '--disable-console-intercept'],
      environment,
    }
    const exitCode = await runNode(step, show, console.log)
    return countTests(readReport(reportFile), exitCode)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs `npm test` with the Node that is given, and reads the counts off its last line. */
export async function runSuite(name: string, node: string): Promise<TestCount> {
  let output = ''
  const suite: Step = { name, program: 'scripts/test.ts', args: [], node }
  const keep = (piece: string): void => {
    output += piece
    show(piece)
  }
  const exitCode = await runNode(suite, keep, console.log)
  const { passed, failed } = readCounts(output)
  return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed }
}

/** The trials and the files that they are: `crash` is `trials/src/crash/crash.db.test.ts`. */
export function findTrials(): readonly { readonly name: string; readonly file: string }[] {
  return readdirSync(join(root, 'trials', 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.db.test.ts'))
    .map((file) => ({ name: basename(file, '.db.test.ts'), file: `trials/src/${file}` }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** The tests whose properties can be tried more often. */
export function findPropertyTests(): readonly string[] {
  return readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
    .map((file) => `packages/${file}`)
    .filter((file) => readFileSync(join(root, file), 'utf8').includes('propertyRuns('))
}

function show(piece: string): void {
  process.stdout.write(piece)
}
