import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './steps.ts'
import { crowdedFolders, exceptions, type TreeFile, treeRules } from './tree-rules.ts'

const madeByTools = ['.git', '.tools', '.data', 'node_modules', 'coverage', 'dist']

if (import.meta.main) {
  const broken = brokenTreeRules(filesOf(root), exceptions)
  for (const line of broken) console.log(line)
  process.exitCode = broken.length === 0 ? 0 : 1
}

/** Every rule that a file or folder breaks, as `rule: path: finding`, exceptions left out; an unneeded exception is reported too. */
export function brokenTreeRules(files: Iterable<TreeFile>, allowed: readonly string[]): string[] {
  const unused = new Set(allowed)
  const broken: string[] = []
  const paths: string[] = []
  for (const file of files) {
    paths.push(file.path)
    for (const rule of treeRules) {
      const findings = rule.findings(file)
      const breach = `${rule.name}: ${file.path}`
      if (findings.length > 0 && allowed.includes(breach)) unused.delete(breach)
      else broken.push(...findings.map((finding) => `${breach}: ${finding}`))
    }
  }
  return [
    ...broken,
    ...crowdedFolders(paths),
    ...[...unused].map((each) => `exception without need, remove it: ${each}`),
  ]
}

function* filesOf(folder: string): Generator<TreeFile> {
  for (const path of pathsOf(folder)) {
    if (statSync(join(folder, path), { throwIfNoEntry: false })?.isFile()) {
      yield { path, text: readFileSync(join(folder, path), 'utf8') }
    }
  }
}

/** What belongs to the project: known to git or new and not ignored; in a copy without git, all but what tools make. */
function pathsOf(folder: string): string[] {
  try {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return listed.split('\0').filter((path) => path !== '')
  } catch {
    return filesIn(folder).map((path) => relative(folder, path))
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !madeByTools.includes(entry.name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
    )
}
