import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundlePrograms } from '../bundle-programs.ts'
import {
  provideCitus,
  provideLanguages,
  provideProxies,
  providePythonSdk,
} from '../checks/debian/debian-packages.ts'
import { findOldestPostgresql } from '../checks/debian/oldest-postgresql.ts'
import { temporaryFiles } from '../checks/ram-folder.ts'
import { runNode } from '../checks/run-steps.ts'
import { root, vitestRun } from '../checks/steps.ts'
import type { Need, Part } from './part.ts'
import { filesOfPart, projectsOfPart } from './parts.ts'
import { faultsOfRun, REPORT_FILE, readRunReport } from './run-report.ts'

/** The outcome of a part: the run with its faults, or the reason why it did not run. */
export type PartOutcome =
  | { readonly ran: string; readonly faults: readonly string[] }
  | { readonly notRun: string }

type Provided = { readonly environment: Readonly<Record<string, string>> } | { readonly notRun: string }

/** Runs a part with the random cases of a seed; of its files only those with one of `paths` in theirs, if there are any. */
export async function runPart(part: Part, seed: string, paths: readonly string[]): Promise<PartOutcome> {
  if (part.needs === 'newest-node') return runUnderNewestNode()
  if (part.program !== undefined) return runProgram(part.program, paths)
  const provided = part.needs === undefined ? { environment: {} } : providers[part.needs]()
  if ('notRun' in provided) return provided
  const files = filesOfPart(part).filter(
    (file) => paths.length === 0 || paths.some((it) => file.includes(it)),
  )
  if (files.length === 0)
    return { ran: 'no files', faults: [`no file has ${paths.join(' or ')} in its path`] }
  const folder = mkdtempSync(join(tmpdir(), 'goodword-part-'))
  try {
    const projects = projectsOfPart(part).flatMap((it) => ['--project', it])
    const environment = {
      ...temporaryFiles(),
      GOODWORD_TESTS: 'all',
      GOODWORD_TEST_PROGRAMS: await bundlePrograms(),
      GOODWORD_TEST_SEED: seed,
      ...part.environment,
      ...provided.environment,
      [REPORT_FILE]: join(folder, 'report.json'),
    }
    const step = vitestRun(part.name, [...projects, ...files, '--disable-console-intercept'], environment)
    await runNode(step, (piece) => process.stdout.write(piece), console.log)
    const report = readRunReport(environment[REPORT_FILE])
    return { ran: `${report?.files.length ?? 0} test files`, faults: faultsOfRun(part.name, report) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const providers: Readonly<Record<Exclude<Need, 'newest-node'>, () => Provided>> = {
  citus() {
    const citus = provideCitus()
    return 'notRun' in citus ? citus : { environment: citus }
  },
  'postgresql-15'() {
    const programs = findOldestPostgresql()
    return programs === null
      ? { notRun: 'it is not installed (apt-get install postgresql-15)' }
      : { environment: { GOODWORD_TEST_POSTGRES: programs } }
  },
  'python-sdk'() {
    return providePythonSdk() ? { environment: {} } : { notRun: 'python3-braintree is not installed' }
  },
  languages() {
    // A test of a language whose tools are missing says so itself.
    provideLanguages()
    return { environment: {} }
  },
  proxies() {
    return provideProxies()
      ? { environment: {} }
      : { notRun: 'nginx or caddy is not installed (apt-get install nginx caddy)' }
  },
}

async function runProgram(program: string, args: readonly string[]): Promise<PartOutcome> {
  const exitCode = await runNode(
    { name: program, program, args },
    (piece) => process.stdout.write(piece),
    console.log,
  )
  return { ran: program, faults: exitCode === 0 ? [] : [program] }
}

/** Runs `npm test` under the Node that a folder of scripts/ locks. */
async function runUnderNewestNode(): Promise<PartOutcome> {
  const args = ['scripts/bootstrap/provide-node.mjs', 'node-newest-lts']
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  if (status === 2) return { notRun: 'the registry has no such Node for this system' }
  if (status !== 0) return { ran: 'nothing', faults: ['the newest Node could not be provided'] }
  const suite = { name: 'npm test', program: 'scripts/test.ts', args: [], node: stdout.trim() }
  const exitCode = await runNode(suite, (piece) => process.stdout.write(piece), console.log)
  return { ran: `npm test with ${suite.node}`, faults: exitCode === 0 ? [] : ['npm test'] }
}
