import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { TreeFile } from './tree-rules.ts'

const madeByTools = ['.git', '.tools', '.data', 'node_modules', 'coverage', 'dist']

/** Every file that belongs to the project in `folder`. */
export function* filesOf(folder: string): Generator<TreeFile> {
  for (const path of pathsOf(folder)) {
    if (statSync(join(folder, path), { throwIfNoEntry: false })?.isFile()) {
      yield { path, text: readFileSync(join(folder, path), 'utf8') }
    }
  }
}

/** The files of the project: known to git or new and not ignored; in a copy without git, all but generated folders. */
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
