import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { keptFindings } from './kept-findings.ts'
import { root } from './steps.ts'

type Text = { readonly file: string; readonly content: string }

const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
/** Files that Biome leaves out or does not know are among those of the tree. */
const quiet = ['--no-errors-on-unmatched', '--files-ignore-unknown=true']
const isLeftOut = /[.](?:md|webp|png|sql)$/
const args = process.argv.slice(2)

/**
 * Biome on the files that it has not found clean before: its rules look at each file by itself. With arguments, such as
 * `--write`, on all files.
 */
const files = args.length === 0 ? filesOfTree() : null
process.exitCode = files === null ? run(['.', ...args]) : checkUnknown(files)

function checkUnknown(files: readonly string[]): number {
  const texts = files.flatMap((file) => textOf(file) ?? [])
  const known = keptFindings('format-and-lint', rulesOf(texts))
  const unknown = texts.filter((it) => known.of(keyOf(it)) === undefined)
  const status = unknown.length === 0 ? 0 : run([...quiet, ...unknown.map(({ file }) => file)])
  if (status !== 0) return status
  for (const text of unknown) known.note(keyOf(text), 'clean')
  known.save()
  return 0
}

function run(more: readonly string[]): number {
  const { status } = spawnSync(process.execPath, [biome, 'check', '--error-on-warnings', ...more], {
    cwd: root,
    stdio: 'inherit',
  })
  return status ?? 1
}

/** Every file that Git has or would add; null without Git. */
function filesOfTree(): readonly string[] | null {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { status, stdout } = spawnSync('git', listed, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  return status === 0 ? stdout.split('\0').filter((it) => it !== '' && !isLeftOut.test(it)) : null
}

/** A file may have been deleted without Git knowing. */
function textOf(file: string): Text | null {
  try {
    return { file, content: readFileSync(join(root, file), 'utf8') }
  } catch {
    return null
  }
}

/** Rules are about the name as well. */
function keyOf({ file, content }: Text): string {
  return `${file}\n${content}`
}

/** What files are held to: the version of Biome, its settings, and the packages that turn groups of rules on. */
function rulesOf(texts: readonly Text[]): string {
  const settings = texts.filter(({ file }) =>
    /^(?:biome[.]jsonc?|package[.]json|[.]gitignore)$/.test(basename(file)),
  )
  const installed = readFileSync(join(root, 'node_modules/@biomejs/biome/package.json'), 'utf8')
  return [installed, ...settings.map(keyOf)].join('\n')
}
