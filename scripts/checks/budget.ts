import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import costs from '../testing/costs.json' with { type: 'json' }
import { root } from './steps.ts'
import { filesOf } from './tree-files.ts'
import { code, isGenerated, namesTests, type TreeFile } from './tree-rules.ts'

/** A number that may only fall. */
export type Budget = {
  /** The smallest number that was reached, without additions to it. */
  readonly reached: number
  /** The amounts by which the limit was raised, each with its user-visible feature. */
  readonly raised: readonly { readonly by: number; readonly for: string }[]
}

const FILE = join(import.meta.dirname, 'budget.json')
const COMMITS = 50

/** Clients for other languages, to which the rules for code do not apply. */
const otherCode = /[.](?:py|php|rb)$/
const released = /^packages\/client-script\/releases\//

if (import.meta.main) {
  const counted = countsOf(filesOf(root))
  const budgets = JSON.parse(readFileSync(FILE, 'utf8'))
  if (process.argv.includes('--write')) {
    writeFileSync(FILE, `${JSON.stringify(lowered(budgets, counted), null, 2)}\n`)
  } else {
    const broken = exceeded(budgets, { ...counted, ...medianOfCommits() })
    for (const line of broken) console.log(line)
    process.exitCode = broken.length === 0 ? 0 : 1
  }
}

/** How much there is of everything that has a budget, but for commits. */
export function countsOf(files: Iterable<TreeFile>): Readonly<Record<string, number>> {
  const all = [...files].filter(({ path }) => !isGenerated(path) && !released.test(path))
  const sources = all.filter(
    ({ path }) => (code.test(path) || otherCode.test(path)) && !namesTests.test(path),
  )
  const texts = all.filter(({ path }) => path.endsWith('.md'))
  return {
    'source files': sources.length,
    'source lines': linesOf(sources),
    'test lines': linesOf(all.filter(({ path }) => namesTests.test(path))),
    'files of documentation': all.filter(({ path }) => path.startsWith('docs/')).length,
    'words of documentation': texts.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0),
    'processor-seconds of npm test': Math.round(Object.values(costs.files).reduce((sum, it) => sum + it, 0)),
  }
}

/** A line for each number above its budget. */
export function exceeded(
  budgets: Readonly<Record<string, Budget>>,
  counted: Readonly<Record<string, number>>,
): string[] {
  return Object.entries(counted).flatMap(([name, count]) => {
    const most = limitOf(budgets[name])
    if (count <= most) return []
    return [
      `${name}: ${count}, and at most ${most} are planned. Delete as much as you add, or add to "raised" of ${name} in scripts/checks/budget.json { "by": ${count - most}, "for": "what users got for it" }.`,
    ]
  })
}

/** The budgets with the numbers that are smaller now. */
export function lowered(
  budgets: Readonly<Record<string, Budget>>,
  counted: Readonly<Record<string, number>>,
): Readonly<Record<string, Budget>> {
  const entries = Object.entries(counted).map(([name, count]) => {
    const budget = budgets[name]
    const unused = Math.max(0, limitOf(budget) - count)
    return [
      name,
      budget === undefined ? { reached: count, raised: [] } : { ...budget, reached: budget.reached - unused },
    ]
  })
  return { ...budgets, ...Object.fromEntries(entries) }
}

function limitOf(budget: Budget | undefined): number {
  return budget === undefined ? 0 : budget.raised.reduce((sum, { by }) => sum + by, budget.reached)
}

function linesOf(files: readonly TreeFile[]): number {
  return files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
}

/** The median number of files of the last commits, whose limit has room because it moves with each; nothing where git has fewer. */
function medianOfCommits(): Readonly<Record<string, number>> {
  const args = ['log', '-n', `${COMMITS}`, '--no-merges', '--pretty=format:%x00', '--name-only']
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const commits = status === 0 ? stdout.split('\0').slice(1) : []
  if (commits.length < COMMITS) return {}
  const counts = commits
    .map((it) => it.split('\n').filter((line) => line !== '').length)
    .toSorted((a, b) => a - b)
  return { 'median files of a commit': counts[COMMITS / 2] ?? 0 }
}
