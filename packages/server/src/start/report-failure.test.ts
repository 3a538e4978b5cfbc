import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

test.each([
  ['thrown', 'setImmediate(() => { throw error })'],
  ['rejected', 'Promise.reject(error)'],
])('a defect that is %s and not caught ends the process, and its values are not logged', async (_, how) => {
  const file = new URL('./report-failure.ts', import.meta.url)
  const script = `
    const { reportCrashes } = await import(${JSON.stringify(file.href)})
    reportCrashes(() => undefined)
    const error = Object.assign(new Error('a promise was broken'), { detail: 'Failing row contains (bob)' })
    ${how}
    setTimeout(() => console.log('went on'), 60_000)`
  const { code, output } = await run(script)
  expect(code).toBe(1)
  expect(output).toMatch(/^Error: a promise was broken\n\s+at /)
  expect(output).not.toMatch(/bob|went on/)
})

function run(script: string): Promise<{ readonly code: unknown; readonly output: string }> {
  return new Promise((done) => {
    execFile(process.execPath, ['--input-type=module', '-e', script], (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })
}
