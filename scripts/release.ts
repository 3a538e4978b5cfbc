import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './checks/steps.ts'

/** What git ignores and a release has; each is built into the folder `dist` of its package. */
const built = ['portal', 'docs-site']

/**
 * Makes the file that an operator unpacks and starts: what git does not ignore of this checkout, and the portal and the
 * documentation built of it, so that its start builds nothing. Returns its name in `folder`.
 */
export function packRelease(folder: string): string {
  for (const name of built) {
    execFileSync(process.execPath, [`packages/${name}/build.ts`, '--if-stale'], {
      cwd: root,
      stdio: 'inherit',
    })
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const name = `goodword-${version}`
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const listed = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
  for (const file of [...files, ...built.map((it) => `packages/${it}/dist`)]) {
    const place = join(folder, name, file)
    mkdirSync(dirname(place), { recursive: true })
    cpSync(join(root, file), place, { recursive: true })
  }
  const tarball = `${name}.tar.gz`
  execFileSync('tar', ['-czf', tarball, name], { cwd: folder })
  rmSync(join(folder, name), { recursive: true })
  return tarball
}
