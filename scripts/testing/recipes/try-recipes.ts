import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { treeSteps } from '../../checks/steps.ts'
import { filesOfProject, testProjects } from '../projects.ts'
import { type Change, edited, type Place, readChange } from './change.ts'
import { differences, readRecipe } from './recipe-page.ts'
import { ScratchTree } from './scratch-tree.ts'

/**
 * Makes the change of each recipe in a copy of the tree, and then again without each of its places in turn: types or a test that the
 * recipe names have to notice what a person forgets. The page has to name exactly the files that the change edits.
 * Arguments are parts of the names of changes.
 */
type Outcome = {
  readonly change: Change
  readonly byHand: number
  readonly generated: number
  readonly noticed: readonly string[]
  readonly faults: readonly string[]
}

/** What failed, and the first thing that it said. */
type Failure = { readonly by: string; readonly text: string }

/** What is made of other files: `npm run generate` is needed again only after a change of these. */
const madeFrom = /^packages\/(?:client-script|contract|domain|server\/(?:migrations|src\/engine)|widget)\//
const vitest = 'node_modules/vitest/vitest.mjs'

const words = process.argv.slice(2)
using tree = new ScratchTree()
const outcomes = globSync(join(import.meta.dirname, '*.patch'))
  .toSorted()
  .filter((file) => words.length === 0 || words.some((it) => file.includes(it)))
  .map((file) => tryChange(readChange(file, readFileSync(file, 'utf8'))))
console.log(
  '\n| Recipe | By hand | Generated | Aim | Forgotten places, and what notices them |\n|---|---|---|---|---|',
)
for (const { change, byHand, generated, noticed } of outcomes) {
  const counts = [...Map.groupBy(noticed, (it) => it)].map(([by, all]) => `${by} ${all.length}`)
  const cells = [change.name, byHand, generated, change.aim ?? '–', `${noticed.length}: ${counts.join(', ')}`]
  console.log(`| ${cells.join(' | ')} |`)
}
const faults = outcomes.flatMap(({ change, faults }) => faults.map((it) => `✗ ${change.name}: ${it}`))
console.log(faults.join('\n'))
process.exitCode = faults.length === 0 && outcomes.length > 0 ? 0 : 1

function tryChange(change: Change): Outcome {
  console.log(`\n── ${change.name} ──`)
  const recipe = readRecipe(change.page, tree.read(change.page) ?? '', change.heading)
  const files = [...new Set(change.places.map((it) => it.file))]
  const before = new Map(files.map((file) => [file, tree.read(file)]))
  const byHand = files.length
  const make = (file: string, places: readonly Place[]): void => {
    tree.write(
      file,
      edited(
        before.get(file) ?? null,
        places.filter((it) => it.file === file),
      ),
    )
  }
  try {
    for (const file of files) make(file, change.places)
    const failure = failureAfter('packages/contract/', recipe.tests)
    const generated = tree.changed().filter((it) => !files.includes(it)).length
    const faults = differences(recipe, files, generated)
    if (change.aim !== null && byHand > change.aim)
      faults.push(`it edits ${byHand} files, and ${change.aim} are the aim`)
    if (failure !== null) faults.push(`it is not complete: ${failure.by}\n${failure.text}`)
    const noticed: string[] = []
    for (const left of failure === null ? oneOfAlike(change.places) : []) {
      make(
        left.file,
        change.places.filter((it) => it !== left),
      )
      const found = failureAfter(left.file, recipe.tests)
      make(left.file, change.places)
      console.log(`${found === null ? '✗' : '✓'} ${left.file}, ${left.name}: ${found?.by ?? 'not noticed'}`)
      console.log(`    ${found?.text.split('\n')[0] ?? ''}`)
      if (found === null) faults.push(`nothing notices that ${left.file} lacks: ${left.name}`)
      else noticed.push(found.by)
    }
    return { change, byHand, generated, noticed, faults }
  } finally {
    tree.restore()
  }
}

/** Of places with one name in files of one name, such as one for each language, the last stands for all. */
function oneOfAlike(places: readonly Place[]): readonly Place[] {
  return [...new Map(places.map((it) => [`${it.name} ${basename(it.file)}`, it])).values()]
}

/** What fails after the edit of a file: the generators, types, or tests; the cheapest first. */
function failureAfter(file: string, tests: readonly string[]): Failure | null {
  const types = treeSteps.filter(({ name }) => /^types(?:-of-(?:portal|browser-code|stories))?$/.test(name))
  const steps = [
    ...(madeFrom.test(file) ? [{ name: 'generate', args: ['scripts/generate.ts'] }] : []),
    // The portal's own types see its files soonest.
    ...types
      .toSorted((one, other) => Number(isOf(file, other.name)) - Number(isOf(file, one.name)))
      .map(({ name, program, args }) => ({ name, args: [program, ...args] })),
    ...(['quick', 'database'] as const).flatMap((project) => {
      const own = tests.filter((it) => filesOfProject(testProjects[project]).includes(it))
      const args = [vitest, 'run', '--project', project, ...own, '--disable-console-intercept']
      return own.length === 0 ? [] : [{ name: `${project} tests`, args }]
    }),
  ]
  for (const { name, args } of steps) {
    const { status, stdout, stderr } = tree.run(args)
    if (status === 0) continue
    const output = `${stdout}${stderr}`.trim()
    const test = /^ FAIL +\|[\w-]+\| (.*)/m.exec(output)?.[1]
    return { by: name, text: test === undefined ? output : `${test}\n${output}` }
  }
  return null
}

function isOf(file: string, step: string): boolean {
  return file.startsWith('packages/portal/') && step === 'types-of-portal'
}
