import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { temporaryFiles } from '../../checks/ram-folder.ts'
import { root, treeSteps } from '../../checks/steps.ts'
import { filesOf } from '../../checks/tree-files.ts'
import { filesOfProject, testProjects } from '../projects.ts'
import { type Change, edited, type Place, readChanges } from './change.ts'
import { differences, readRecipe } from './recipe-page.ts'

/** A copy of the tree whose files may be changed; it uses the packages of this one. */
class ScratchTree implements Disposable {
  readonly folder = mkdtempSync(join(temporaryFiles().TMPDIR ?? tmpdir(), 'goodword-recipes-'))

  readonly #before = new Map([...filesOf(root)].map(({ path, text }) => [path, text]))

  constructor() {
    for (const path of this.#before.keys()) cpSync(join(root, path), join(this.folder, path))
    for (const packages of globSync(['node_modules', '[!n]*/*/node_modules'], { cwd: root }))
      this.#link(packages)
  }

  /** Packages are links; those of the tree itself lead into the copy, as they lead into the tree there. */
  #link(packages: string): void {
    for (const name of readdirSync(join(root, packages)).filter((it) => !/^[.](?!bin$)/.test(it))) {
      mkdirSync(join(this.folder, packages), { recursive: true })
      if (name === '@goodword')
        cpSync(join(root, packages, name), join(this.folder, packages, name), verbatim)
      else symlinkSync(join(root, packages, name), join(this.folder, packages, name))
    }
  }

  read(path: string): string | null {
    try {
      return readFileSync(join(this.folder, path), 'utf8')
    } catch {
      return null
    }
  }

  /** Writes a file, or removes it with `null`. */
  write(path: string, text: string | null): void {
    const file = join(this.folder, path)
    mkdirSync(dirname(file), { recursive: true })
    if (text === null) rmSync(file, { force: true })
    else if (this.read(path) !== text) writeFileSync(file, text)
  }

  /** The files that are not as they were. */
  changed(): string[] {
    const files = [...filesOf(this.folder)].map(({ path }) => path)
    return [...new Set([...files, ...this.#before.keys()])].filter(
      (path) => this.read(path) !== (this.#before.get(path) ?? null),
    )
  }

  /** Makes every file as it was. */
  restore(): void {
    for (const path of this.changed()) this.write(path, this.#before.get(path) ?? null)
  }

  /** Runs a program of Node in the copy. */
  run(args: readonly string[]): SpawnSyncReturns<string> {
    return spawnSync(process.execPath, args, { cwd: this.folder, encoding: 'utf8', maxBuffer: 2 ** 28 })
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

const verbatim = { recursive: true, verbatimSymlinks: true }

/** The outcome of a change. */
type Outcome = {
  readonly change: Change
  readonly generated: number
  /** The check that noticed each place that was left out. */
  readonly noticed: readonly string[]
  readonly faults: readonly string[]
}

/** The step that failed, and its message. */
type Failure = { readonly by: string; readonly text: string }

/** The sources of generated files. */
const sources =
  /^packages\/(?:client-script|contract|domain|server\/(?:migrations|src\/engine)|widget)\/|^docs\/guides\//
const types = treeSteps.filter(({ name }) => /^types(?:-of-(?:portal|browser-code|stories))?$/.test(name))
const vitest = 'node_modules/vitest/vitest.mjs'

/**
 * Makes the change of each recipe in a copy of the tree, and then again without each of its places in turn: types or a test that the
 * recipe names have to notice what a person forgets. The page has to name exactly the files that the change edits.
 * Arguments are parts of the names of changes.
 */
const words = process.argv.slice(2)
using tree = new ScratchTree()
const outcomes = readChanges()
  .filter(({ name }) => words.length === 0 || words.some((it) => name.includes(it)))
  .map(tryChange)
console.log(
  '\n| Recipe | By hand | Generated | Aim | Forgotten places, and what notices them |\n|---|---|---|---|---|',
)
for (const { change, generated, noticed } of outcomes) {
  const counts = [...Map.groupBy(noticed, (it) => it)].map(([by, all]) => `${by} ${all.length}`)
  const cells = [
    change.name,
    change.files.length,
    generated,
    change.aim ?? '–',
    `${noticed.length}: ${counts.join(', ')}`,
  ]
  console.log(`| ${cells.join(' | ')} |`)
}
const faults = outcomes.flatMap(({ change, faults }) => faults.map((it) => `${change.name}: ${it}`))
if (outcomes.length === 0) faults.push(`no recipe has ${words.join(' or ')} in its name`)
for (const fault of faults) console.log(`✗ ${fault}`)
process.exitCode = faults.length === 0 ? 0 : 1

function tryChange(change: Change): Outcome {
  console.log(`\n── ${change.name} ──`)
  const recipe = readRecipe(change, tree.read(change.page) ?? '')
  const before = new Map(change.files.map((file) => [file, tree.read(file)]))
  const make = (places: readonly Place[]): void => {
    for (const [file, text] of before) tree.write(file, edited(file, text, places))
  }
  const noticed: string[] = []
  const faults: string[] = []
  try {
    make(change.places)
    const failure = failureOf(change.places, recipe.tests)
    const generated = tree.changed().filter((it) => !change.files.includes(it)).length
    const counted = `${generated} generated`
    faults.push(
      ...differences(recipe, change),
      ...(recipe.text.includes(counted) ? [] : [`it does not say "${counted}"`]),
      ...(failure === null ? [] : [`it is not complete: ${failure.by}\n${failure.text}`]),
    )
    let former: readonly Place[] = []
    for (const left of failure === null ? oneOfAlike(change.places) : []) {
      make(change.places.filter((it) => it !== left))
      // The place that was left out before is restored.
      const found = failureOf([left, ...former], recipe.tests)
      former = [left]
      console.log(`${found === null ? '✗' : '✓'} ${left.file}, ${left.name}: ${found?.by ?? 'not noticed'}`)
      if (found === null) faults.push(`nothing notices that ${left.file} lacks: ${left.name}`)
      else {
        console.log(`    ${messageIn(found)}`)
        noticed.push(found.by)
      }
    }
    make(change.places)
    const atTheEnd = failure ?? failureOf(former, recipe.tests)
    if (failure === null && atTheEnd !== null) faults.push(`it fails as a whole at the end: ${atTheEnd.text}`)
    return { change, generated, noticed, faults }
  } finally {
    tree.restore()
  }
}

/** The places; the last of those with one name in files of one name, such as a file for each language, stands for all. */
function oneOfAlike(places: readonly Place[]): readonly Place[] {
  return [...new Map(places.map((it) => [`${it.name} ${basename(it.file)}`, it])).values()]
}

/** The failure after edits at these places: of the generators, types, or tests; the cheapest first. */
function failureOf(places: readonly Place[], tests: readonly string[]): Failure | null {
  // The types of the portal see a file of it soonest.
  const isOfPortal = places[0]?.file.startsWith('packages/portal/') === true
  const rank = (name: string): number => Number(isOfPortal && name !== 'types-of-portal')
  const steps = [
    ...(places.some(({ file }) => sources.test(file))
      ? [{ name: 'generate', program: 'scripts/generate.ts', args: [] }]
      : []),
    ...types.toSorted((one, other) => rank(one.name) - rank(other.name)),
    ...(['quick', 'database'] as const).flatMap((project) => {
      const own = tests.filter((it) => filesOfProject(testProjects[project]).includes(it))
      const args = ['run', '--project', project, ...own, '--disable-console-intercept']
      return own.length === 0 ? [] : [{ name: `${project} tests`, program: vitest, args }]
    }),
  ]
  for (const { name, program, args } of steps) {
    const { status, stdout, stderr } = tree.run([program, ...args])
    if (status !== 0) return { by: name, text: `${stdout}${stderr}`.trim() }
  }
  return null
}

/** The first line of an output that names a fault. */
function messageIn({ text }: Failure): string {
  return (
    /^ FAIL +\|[\w-]+\| (.*)|^(\w*Error\b.*)|^(.+: error .*)/m
      .exec(text)
      ?.slice(1)
      .find((it) => it) ?? text
  )
}
