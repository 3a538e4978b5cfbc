import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../checks/steps.ts'
import { costName } from './lanes.ts'
import { processorSeconds } from './process-tree.ts'
import type { FileReport, RunReport } from './run-report.ts'

/** Processor-seconds of `npm test` on two quiet processors. It may only be lowered. */
export const MAX_TEST_COST = 900
/** Processor-seconds of a test file. */
export const MAX_FILE_COST = 6
/** On a busy machine the same work takes more processor-seconds, up to twice as many. */
const BUSY = 2
/** Cheaper files are not recorded. */
const MIN_RECORDED = 0.5

/** Why a file may take more than `MAX_FILE_COST`. An entry that is no longer needed fails the check. */
export const dearFiles: Readonly<Record<string, string>> = {}

/** Files without a reason, and runs, that cost far more than they may, whatever else the machine did. */
export function findExcess(files: readonly FileReport[], sum: number): readonly string[] {
  const dear = files.filter((it) => it.cpuSeconds > BUSY * MAX_FILE_COST && !(costName(it) in dearFiles))
  return [
    ...dear.map((it) => `the cost of ${it.path} (${it.cpuSeconds.toFixed(1)} CPU s)`),
    ...(sum > BUSY * MAX_TEST_COST ? [`the cost of the run (${sum.toFixed(0)} CPU s)`] : []),
  ]
}

/**
 * The processor-seconds of a run: of its lanes, and of what it did beside them, which is what the system counts for this process
 * and not for them.
 */
export function sumOfRun(lanes: readonly (RunReport | null)[]): number {
  const sumOfLanes = (field: 'cpuSeconds' | 'countedSeconds'): number =>
    lanes.reduce((sum, it) => sum + (it?.[field] ?? 0), 0)
  const beside = (processorSeconds() ?? 0) - sumOfLanes('countedSeconds')
  return sumOfLanes('cpuSeconds') + Math.max(0, beside)
}

/** The dearest files, the sum by project, and that of the run. */
export function costSummary(files: readonly FileReport[], sum: number): string {
  if (sum === 0) return 'What the files cost is not measured on this system, which has no /proc.'
  const dearest = files.toSorted((one, other) => other.cpuSeconds - one.cpuSeconds).slice(0, 10)
  const byProject = Map.groupBy(files, (it) => it.project)
  const projects = [...byProject].map(([name, its]) => `${name} ${sumOf(its).toFixed(0)}`)
  const rest = sum - sumOf(files)
  return [
    'The dearest test files, in CPU seconds:',
    ...dearest.map((it) => `${it.cpuSeconds.toFixed(1).padStart(7)}  ${it.path}`),
    `${projects.join(', ')}; checks of the tree, bundles and loading ${rest.toFixed(0)}`,
    `${sum.toFixed(0)} CPU s of ${MAX_TEST_COST}`,
  ].join('\n')
}

/** Writes down what each file took: by it the next runs fill their lanes, and the check holds files to their limit. */
export function recordCosts(files: readonly FileReport[]): void {
  const costs = files
    .filter((it) => it.cpuSeconds >= MIN_RECORDED)
    .map((it) => [costName(it), Number(it.cpuSeconds.toFixed(1))] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const record = { files: Object.fromEntries(costs) }
  writeFileSync(join(root, 'scripts/testing/costs.json'), `${JSON.stringify(record, null, 2)}\n`)
}

function sumOf(files: readonly FileReport[]): number {
  return files.reduce((sum, it) => sum + it.cpuSeconds, 0)
}
