import { readFileSync } from 'node:fs'

export type TestCount = { readonly passed: number; readonly failed: number }

type TestReport = {
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/**
 * Counts what a test run reported. Only a test that ran and passed counts as passed: a skipped one is a
 * failure, and so is a file that did not load, a run that failed beside its tests, and one without tests.
 */
export function countTests(reportText: string | null, exitCode: number): TestCount {
  if (reportText === null) return { passed: 0, failed: 1 }
  const files = asReport(reportText).testResults
  const tests = files.flatMap((file) => file.assertionResults)
  const passed = tests.filter((test) => test.status === 'passed').length
  const brokenFiles = files.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status === 'passed'),
  )
  const failed = tests.length - passed + brokenFiles.length
  const failedElsewhere = failed === 0 && (exitCode !== 0 || passed === 0)
  return { passed, failed: failedElsewhere ? 1 : failed }
}

/** Reads the counts off the last line of what `npm test` wrote; without one, something failed. */
export function readCounts(output: string): TestCount {
  const counts = /(?:^|\n)(\d+) passed, (\d+) failed\n$/.exec(output)
  return counts === null ? { passed: 0, failed: 1 } : { passed: Number(counts[1]), failed: Number(counts[2]) }
}

/** The text of a report, or null when the run ended before writing one. */
export function readReport(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function asReport(text: string): TestReport {
  return JSON.parse(text) as TestReport
}
