import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './temporary-folder.ts'

/**
 * Installs what a folder with a manifest and a lock of its own lists, for the tests of a file, and returns where: the repository
 * does not have these packages.
 */
export function installLocked(source: string): string {
  const folder = temporaryFolder()
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(source, file), join(folder, file))
  execFileSync('npm', ['ci', '--ignore-scripts', '--prefer-offline'], { cwd: folder, stdio: 'pipe' })
  return folder
}
