import { expect, test } from 'vitest'
import { countTests, readCounts } from './count-tests.ts'

const stories: readonly [string, ReturnType<typeof report> | null, number, passed: number, failed: number][] =
  [
    ['every test passed', report(['passed', 'passed'], ['passed']), 0, 3, 0],
    ['one test failed', report(['passed', 'failed']), 1, 1, 1],
    ['a skipped test is a failure', report(['passed', 'skipped', 'todo', 'pending']), 0, 1, 3],
    ['a file that does not load is a failure', report(['passed'], []), 1, 1, 1],
    ['a hook that fails after its tests is a failure', report(['passed', 'passed', 'broken file']), 1, 2, 1],
    ['an error outside every test is a failure', report(['passed']), 1, 1, 1],
    ['a run without tests is a failure', report(), 0, 0, 1],
    ['a run that wrote no report is a failure', null, 0, 0, 1],
  ]

test.for(stories)('the results are counted: %s', ([, text, exitCode, passed, failed]) => {
  expect(countTests(text, exitCode)).toEqual({ passed, failed })
})

test('the counts are in the last line of a run, and a truncated run has failed', () => {
  expect(readCounts('1 passed, 9 failed\n ✓ more\n12 passed, 3 failed\n')).toEqual({ passed: 12, failed: 3 })
  expect(readCounts('12 passed, 0 failed\n✗ and then it broke\n')).toEqual({ passed: 0, failed: 1 })
  expect(readCounts('')).toEqual({ passed: 0, failed: 1 })
})

/** A report with one file for each list; a file fails when a test of it does, when it is empty, or when it says so. */
function report(...files: readonly (readonly string[])[]): string {
  return JSON.stringify({
    testResults: files.map((statuses) => ({
      status:
        statuses.length === 0 || statuses.some((each) => /failed|broken/.test(each)) ? 'failed' : 'passed',
      assertionResults: statuses.filter((each) => each !== 'broken file').map((status) => ({ status })),
    })),
  })
}
