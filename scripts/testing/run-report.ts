import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'
import { root } from '../checks/steps.ts'
import { processorSeconds } from './process-tree.ts'

export type FileReport = {
  readonly project: string
  readonly path: string
  /** False also where a test was skipped. */
  readonly passed: boolean
  /** The processor time of the worker and its processes meanwhile; 0 where it cannot be measured. */
  readonly cpuSeconds: number
}

/** The report of a run of vitest. */
export type RunReport = {
  readonly files: readonly FileReport[]
  /** Errors outside of every test. */
  readonly errors: number
  /** The processor time of the whole run: its files, and the modules and processes before them. */
  readonly cpuSeconds: number
  /** The part of it that the system counts for the process at its end: processes that ended after their parents are missing. */
  readonly countedSeconds: number
}

/** Where the reporter writes; `npm test` names a file for each lane. */
export const REPORT_FILE = 'GOODWORD_TEST_REPORT'

/**
 * Notes which files passed and what each took of the processors: the difference between its end and that of the file before it, so
 * this needs a run with one worker. The modules that the first file of a project loads count for the run, not for the file.
 */
export class RunReporter implements Reporter {
  readonly #costs = new Map<string, number>()
  readonly #loaded = new Set<string>()
  #counted = 0
  #sum = 0

  onTestModuleCollected({ project }: TestModule): void {
    if (this.#loaded.has(project.name)) return
    this.#loaded.add(project.name)
    this.#takeCost()
  }

  onTestModuleEnd({ id }: TestModule): void {
    this.#costs.set(id, this.#takeCost())
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env[REPORT_FILE]
    if (file === undefined) return
    this.#takeCost()
    const report: RunReport = {
      files: modules.map((it) => ({
        project: it.project.name,
        path: relative(root, it.moduleId),
        passed: hasPassed(it),
        cpuSeconds: this.#costs.get(it.id) ?? 0,
      })),
      errors: errors.length,
      cpuSeconds: this.#sum,
      countedSeconds: this.#counted,
    }
    writeFileSync(file, JSON.stringify(report))
  }

  /** The processor time since the last call. */
  #takeCost(): number {
    const counted = processorSeconds() ?? 0
    const cost = Math.max(0, counted - this.#counted)
    this.#counted = counted
    this.#sum += cost
    return cost
  }
}

function hasPassed(module: TestModule): boolean {
  return module.ok() && [...module.children.allTests()].every((it) => it.result().state === 'passed')
}

/** Reads the report of a run; null when it ended before writing one. */
export function readRunReport(file: string): RunReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RunReport
  } catch {
    return null
  }
}

/** The faults of a run by file; a run without a report has failed as a whole. */
export function faultsOfRun(name: string, report: RunReport | null): readonly string[] {
  if (report === null) return [`${name}, which ended without a report`]
  const failed = report.files.filter((it) => !it.passed).map((it) => it.path)
  if (report.errors > 0) return [...failed, `${report.errors} errors outside of the tests of ${name}`]
  return report.files.length === 0 ? [`${name}, which ran no test`] : failed
}
