import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { keptFindings } from './kept-findings.ts'
import { root } from './steps.ts'
import { filesOf } from './tree-files.ts'
import type { TreeFile } from './tree-rules.ts'

const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
/** Biome leaves some files out, and does not know all. */
const quiet = ['--no-errors-on-unmatched', '--files-ignore-unknown=true']
const args = process.argv.slice(2)

/**
 * Biome on the files that it has not found clean before: its rules look at each file by itself. With arguments, such as
 * `--write`, on all files.
 */
process.exitCode = args.length === 0 ? checkUnknown() : run(['.', ...args])

function checkUnknown(): number {
  const files = [...filesOf(root)].filter(({ path }) => !/[.](?:md|webp|png|sql)$/.test(path))
  const known = keptFindings('format-and-lint', rulesOf(files))
  const unknown = files.filter((it) => known.of(keyOf(it)) === undefined)
  const status = unknown.length === 0 ? 0 : run([...quiet, ...unknown.map(({ path }) => path)])
  if (status !== 0) return status
  for (const file of unknown) known.note(keyOf(file), 'clean')
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

/** Rules are about the name as well. */
function keyOf({ path, text }: TreeFile): string {
  return `${path}\n${text}`
}

/** The rules for files: the version of Biome, its settings, and the packages that enable groups of rules. */
function rulesOf(files: readonly TreeFile[]): string {
  const settings = files.filter(({ path }) =>
    /^(?:biome[.]jsonc?|package[.]json|[.]gitignore)$/.test(basename(path)),
  )
  const installed = readFileSync(join(root, 'node_modules/@biomejs/biome/package.json'), 'utf8')
  return [installed, ...settings.map(keyOf)].join('\n')
}
