import { expect, test } from 'vitest'
import { countTests } from './count-tests.ts'

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

test.for(stories)('%s', ([, text, exitCode, passed, failed]) => {
  expect(countTests(text, exitCode)).toEqual({ passed, failed })
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
