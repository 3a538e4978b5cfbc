import type { LongStep, Outcome } from './long/outcome.ts'
import { longSteps } from './long/steps.ts'

/**
 * `npm run test:long`: what takes too long to be tried with every change. `npm run test:long -- <step> …` does the steps
 * that are named. Ends with the counts of all of them in one line, as `npm test` does.
 */
const names = process.argv.slice(2)
const unknown = names.filter((name) => !longSteps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(
    unknown.includes('--help') ? usage() : `There is no step ${unknown.join(', ')}.\n\n${usage()}`,
  )
  process.exitCode = unknown.includes('--help') ? 0 : 1
} else {
  process.exitCode = await runAll(longSteps.filter((it) => names.length === 0 || names.includes(it.name)))
}

async function runAll(steps: readonly LongStep[]): Promise<number> {
  console.log(`${steps.map(lineOf).join('\n')}\nAbout ${minutesOf(steps)} minutes in all.`)
  const ends: string[] = []
  let passed = 0
  let failed = 0
  for (const [index, step] of steps.entries()) {
    const left = minutesOf(steps.slice(index))
    console.log(`\n── ${step.name}, ${index + 1} of ${steps.length}; about ${left} minutes to go ──`)
    const startedAt = performance.now()
    const outcome = await step.run()
    ends.push(endOf(step, outcome, performance.now() - startedAt))
    console.log(ends.at(-1))
    if ('notRun' in outcome) continue
    passed += outcome.passed
    failed += outcome.failed
  }
  console.log(`\n${ends.join('\n')}\n${passed} passed, ${failed} failed`)
  return failed > 0 || passed === 0 ? 1 : 0
}

function endOf({ name }: LongStep, outcome: Outcome, tookMs: number): string {
  if ('notRun' in outcome) return `not run: ${name}, because ${outcome.notRun}`
  const { passed, failed } = outcome
  const isGood = failed === 0 && passed > 0
  const minutes = (tookMs / 60_000).toFixed(1)
  return `${isGood ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed, ${minutes} minutes`
}

function usage(): string {
  return `Usage: npm run test:long [-- step …]\n\n${longSteps.map(lineOf).join('\n')}`
}

function lineOf({ name, does, minutes }: LongStep): string {
  return `  ${name.padEnd(15)} ${does} (about ${minutes} min)`
}

function minutesOf(steps: readonly LongStep[]): number {
  return steps.reduce((sum, step) => sum + step.minutes, 0)
}
