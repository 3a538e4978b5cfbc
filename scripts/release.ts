import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './checks/steps.ts'

/**
 * Makes the file that an operator unpacks and starts: what git does not ignore of this checkout, and the portal built of it, so
 * that its start builds nothing. Returns its name in `folder`.
 */
export function packRelease(folder: string): string {
  execFileSync(process.execPath, ['packages/portal/build.ts', '--if-stale'], { cwd: root, stdio: 'inherit' })
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const name = `goodword-${version}`
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const listed = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
  for (const file of [...files, 'packages/portal/dist']) {
    const place = join(folder, name, file)
    mkdirSync(dirname(place), { recursive: true })
    cpSync(join(root, file), place, { recursive: true })
  }
  const tarball = `${name}.tar.gz`
  execFileSync('tar', ['-czf', tarball, name], { cwd: folder })
  rmSync(join(folder, name), { recursive: true })
  return tarball
}
