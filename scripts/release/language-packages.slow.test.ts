import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterEach, expect, test, vi } from 'vitest'
import { sha256Of } from './archive.ts'
import { packLanguages } from './language-packages.ts'

const folder = temporaryFolder()
afterEach(() => void vi.unstubAllEnvs())

async function pack(name: string) {
  const made = join(folder, name)
  mkdirSync(made)
  const missing = await packLanguages(made)
  const files = readdirSync(made).toSorted()
  return {
    missing,
    sums: await Promise.all(files.map(async (it) => `${await sha256Of(join(made, it))}  ${it}`)),
  }
}

test('a release has the same packages for Python, PHP and Ruby each time, and names those that cannot be made', async () => {
  const first = await pack('first')
  for (const line of first.missing) console.log(line)
  expect(await pack('second')).toEqual(first)
  const made = [/[.]whl$/, /goodword-php-.*[.]tar[.]gz$/, /[.]gem$/].filter((name) =>
    first.sums.some((it) => name.test(it)),
  )
  expect(first.missing.length + made.length).toBe(3)
  const [php] = readdirSync(join(folder, 'first')).filter((it) => it.startsWith('goodword-php-'))
  if (php === undefined) return
  const names = execFileSync('tar', ['-tzf', join(folder, 'first', php)], { encoding: 'utf8' })
  expect(names).toContain(`${php.replace('.tar.gz', '')}/composer.json\n`)
})

test('a language whose tools are missing is named, and nothing is made for it', async () => {
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  for (const name of ['sh', 'git', 'tar', 'gzip', 'node', 'npm']) {
    const program = execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()
    symlinkSync(program, join(programs, name))
  }
  vi.stubEnv('PATH', programs)
  const { missing, sums } = await pack('none')
  expect(missing).toEqual(
    expect.arrayContaining([
      'not run: the package for php, because php and composer are not installed',
      'not run: the package for ruby, because ruby and gem are not installed',
    ]),
  )
  expect(sums.filter((it) => /php|[.]gem$/.test(it))).toEqual([])
})
