import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { beforeEach, expect, test } from 'vitest'
import { runCommand } from '../../testing/run-command.ts'
import { writeUpgradeState } from './upgrade-state.ts'

const folder = temporaryFolder()
let home = ''
let count = 0
let env: Record<string, string>

beforeEach(() => {
  home = join(folder, `home-${++count}`)
  env = { DATA_DIR: join(folder, 'data'), PORT: '1' }
  mkdirSync(env.DATA_DIR ?? '', { recursive: true })
  makeRelease(join(home, 'releases/goodword-0.2.0'), '0.2.0', ['0001_database', '0016_erasure'])
  symlinkSync('releases/goodword-0.2.0', join(home, 'current'))
})

function makeRelease(at: string, version: string, migrations: readonly string[]): void {
  mkdirSync(join(at, 'packages/server/migrations'), { recursive: true })
  mkdirSync(join(at, 'node_modules'))
  writeFileSync(join(at, 'package.json'), JSON.stringify({ name: 'goodword', version }))
  for (const name of migrations) writeFileSync(join(at, 'packages/server/migrations', `${name}.sql`), '')
}

/** A tarball beside its list of checksums. */
function deliver(version: string, migrations: readonly string[]): string {
  const place = join(home, `delivered-${version}`)
  makeRelease(join(place, `goodword-${version}`), version, migrations)
  const tarball = join(place, `goodword-${version}.tar.gz`)
  execFileSync('tar', ['-czf', tarball, '-C', place, `goodword-${version}`])
  writeFileSync(
    join(place, 'SHA256SUMS'),
    execFileSync('sha256sum', [`goodword-${version}.tar.gz`], { cwd: place }),
  )
  return tarball
}

async function refused(...args: readonly string[]): Promise<string> {
  // Neither command may be reached.
  const commands = ['--home', home, '--stop', `touch ${home}/stopped`, '--start', `touch ${home}/started`]
  const { code, output, errors } = await runCommand(env, ...args, ...commands)
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(readlinkSync(join(home, 'current'))).toBe('releases/goodword-0.2.0')
  expect(readdirSync(home).filter((it) => /stopped|started/.test(it))).toEqual([])
  return errors
}

test('a release with another checksum is refused before anything is unpacked', async () => {
  const tarball = deliver('0.3.0', ['0001_database', '0016_erasure'])
  writeFileSync(tarball, 'changed', { flag: 'a' })
  expect(await refused('upgrade', tarball)).toContain('is not what was published')
  expect(readdirSync(join(home, 'releases'))).toEqual(['goodword-0.2.0'])
})

test('an older release is refused when its schema is another one', async () => {
  expect(await refused('upgrade', deliver('0.1.0', ['0001_database']))).toContain(
    '0.1.0 is older than 0.2.0, and its schema is another one. Nothing was changed. "rollback" goes back',
  )
})

test('data in the folder of a release, and an address that is not known, are refused', async () => {
  const tarball = deliver('0.3.0', ['0001_database', '0016_erasure'])
  env = { DATA_DIR: join(home, 'releases/goodword-0.2.0/.data'), PORT: '1' }
  expect(await refused('upgrade', tarball)).toMatch(
    /in the folder of a release, where the next release does not find them/,
  )
  env = { DATA_DIR: join(folder, 'none'), PORT: '1' }
  expect(await refused('upgrade', tarball)).toContain('none does not exist. Set DATA_DIR')
  env = { DATA_DIR: join(folder, 'data'), PORT: '0' }
  expect(await refused('upgrade', tarball)).toBe(
    'With PORT=0 the address of the service is unknown. Name it by --url.\n',
  )
  env = { DATA_DIR: join(folder, 'data'), PORT: '1' }
  expect(await refused('upgrade', tarball, '--ready-seconds', 'soon')).toContain('a number from 1 to 86400')
})

test('another release waits until an interrupted upgrade has ended', async () => {
  const release = { folder: join(home, 'releases/goodword-0.2.0'), version: '0.2.0' }
  await writeUpgradeState(join(home, 'upgrade'), {
    phase: 'MIGRATING',
    delivery: { path: '/tmp/goodword-0.2.5.tar.gz', isFolder: false, sha256: 'another' },
    from: release,
    to: { folder: '/opt/0.2.5', version: '0.2.5' },
    isCompatible: true,
    backup: '/backups/before',
    mustRestore: false,
    restores: 0,
    isRestored: false,
    reason: null,
    startedAt: 0,
    isMigrated: true,
    earlier: null,
  })
  expect(await refused('upgrade', deliver('0.3.0', ['0001_database']))).toContain(
    'The upgrade from 0.2.0 to 0.2.5 was interrupted. Run it again with /tmp/goodword-0.2.5.tar.gz, or "rollback"',
  )
})

test('there is nothing to go back from before an upgrade, and no upgrade without a link to a release', async () => {
  expect(await refused('rollback')).toBe('There is no upgrade to go back from.\n')
  const { code, errors } = await runCommand(env, 'upgrade', '/tmp/none', '--home', folder)
  expect({ code, errors }).toEqual({
    code: 1,
    errors: expect.stringContaining('has no link "current" to a release'),
  })
  expect(existsSync(join(folder, 'upgrade'))).toBe(false)
})
