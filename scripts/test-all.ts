import { randomInt } from 'node:crypto'
import { longParts } from './testing/long-parts.ts'
import type { Part } from './testing/part.ts'
import { parts } from './testing/parts.ts'
import { type PartOutcome, runPart } from './testing/run-part.ts'
import { shortParts } from './testing/short-parts.ts'

/**
 * `npm run test:all`: what takes too long to be tried with every change, part by part, on random cases of a seed that it prints.
 * `npm run test:all -- <part> …` runs the parts that are named, and of those only the files with the other words in their paths.
 */
const OPTIONS: readonly string[] = ['--help', '--long']
const words = process.argv.slice(2)
const isLong = words.includes('--long')
const named = parts.filter((it) => words.includes(it.name))
const paths = words.filter((it) => !OPTIONS.includes(it) && !named.some(({ name }) => name === it))

if (words.includes('--help')) console.log(usage())
else if (paths.some((it) => it.startsWith('-')) || (named.length === 0 && paths.length > 0)) {
  console.error(`There is no part or option ${paths.join(', ')}.\n\n${usage()}`)
  process.exitCode = 1
} else process.exitCode = await runAll(named.length > 0 ? named : isLong ? parts : shortParts)

async function runAll(chosen: readonly Part[]): Promise<number> {
  const seed = process.env.GOODWORD_TEST_SEED ?? `${randomInt(1, 2 ** 31)}`
  console.log(`${chosen.map(lineOf).join('\n')}\nAbout ${minutesOf(chosen)} minutes in all.`)
  console.log(`The seed is ${seed}; GOODWORD_TEST_SEED=${seed} repeats the random cases.`)
  const ends: string[] = []
  let failed = 0
  for (const [index, part] of chosen.entries()) {
    const left = minutesOf(chosen.slice(index))
    console.log(`\n── ${part.name}, ${index + 1} of ${chosen.length}; about ${left} minutes to go ──`)
    const startedAt = performance.now()
    const outcome = await runPart(part, seed, paths)
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
    ends.push(`${endOf(part, outcome)}, ${minutes} minutes`)
    console.log(ends.at(-1))
    if ('faults' in outcome && outcome.faults.length > 0) failed += 1
  }
  console.log(`\n${ends.join('\n')}`)
  console.log(failed === 0 ? 'passed' : `failed: ${failed} of ${chosen.length} parts; the seed was ${seed}`)
  return failed === 0 ? 0 : 1
}

function endOf({ name }: Part, outcome: PartOutcome): string {
  if ('notRun' in outcome) return `not run: ${name}, because ${outcome.notRun}`
  const { ran, faults } = outcome
  return faults.length === 0 ? `✓ ${name}: ${ran}` : `✗ ${name}: ${ran}; failed: ${faults.join(', ')}`
}

function usage(): string {
  const listed = (its: readonly Part[]): string => its.map(lineOf).join('\n')
  return [
    'Usage: npm run test:all [-- [--long] [part … [part of a path …]]]',
    `\nEvery part but the long ones:\n${listed(shortParts)}`,
    `\nLong parts, which run when they are named, or all with --long:\n${listed(longParts)}`,
  ].join('\n')
}

function lineOf({ name, does, minutes }: Part): string {
  return `  ${name.padEnd(19)} ${does} (about ${minutes} min)`
}

function minutesOf(chosen: readonly Part[]): number {
  return chosen.reduce((sum, it) => sum + it.minutes, 0)
}
