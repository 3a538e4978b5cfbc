import { expect, test } from 'vitest'
import { failureTexts, runSteps } from './run-steps.ts'
import type { Step } from './steps.ts'

test('a line for each step as it ends, then what the failed ones printed and how to repeat them', async () => {
  const lines = await linesOf([
    running('good', `console.log('quiet')`),
    running('bad', 'console.log(1 + 1); process.exit(3)'),
  ])
  expect(lines.slice(0, 2).map((line) => line.replace(/[\d.]+ s$/, ''))).toEqual(
    expect.arrayContaining(['✓ good ', '✗ bad ']),
  )
  expect(lines.slice(2)).toEqual(['\n── bad failed; repeat it with: npm run check -- bad\n2\n'])
})

test('what a passed step could not run is shown', async () => {
  const lines = await linesOf([running('good', `console.log('not run: the race, because it rains')`)])
  expect(lines).toContain('not run: the race, because it rains')
})

test('a step that ends by a signal, or whose program is missing, has failed', async () => {
  const steps = [
    running('killed', `process.kill(process.pid, 'SIGKILL')`),
    { name: 'missing', program: 'gone.ts', args: [] },
  ]
  const results = await runSteps(steps, () => undefined)
  expect(results.map(({ passed }) => passed)).toEqual([false, false])
})

async function linesOf(steps: readonly Step[]): Promise<string[]> {
  const lines: string[] = []
  const results = await runSteps(steps, (line) => lines.push(line))
  lines.push(...failureTexts(results))
  // On a busy machine even such steps may be reported as still running.
  return lines.filter((line) => !line.startsWith('… '))
}

function running(name: string, script: string): Step {
  return { name, program: '-e', args: [script] }
}
