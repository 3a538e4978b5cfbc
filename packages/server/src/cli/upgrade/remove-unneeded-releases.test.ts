import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { findInstallation } from './installation.ts'
import { removeUnneededReleases } from './remove-unneeded-releases.ts'
import { openMachine } from './upgrade-machine.ts'
import type { UpgradeState } from './upgrade-state.ts'

const folder = temporaryFolder()
let count = 0

/** An installation that was upgraded from 0.2.0 to 0.3.0, with further releases. */
function install(...others: readonly string[]) {
  const home = join(folder, `home-${++count}`)
  const dataDir = join(home, 'data')
  mkdirSync(dataDir, { recursive: true })
  const releases = join(home, 'releases')
  for (const version of ['0.2.0', '0.3.0', ...others])
    makeRelease(join(releases, `goodword-${version}`), version)
  symlinkSync('releases/goodword-0.3.0', join(home, 'current'))
  const placed = (version: string) => ({ folder: join(releases, `goodword-${version}`), version })
  const state: UpgradeState = {
    phase: 'READY',
    delivery: { path: join(home, 'goodword-0.3.0.tar.gz'), isFolder: false, sha256: '' },
    from: placed('0.2.0'),
    to: placed('0.3.0'),
    isCompatible: true,
    backup: join(home, 'backups/before-0.3.0.gz'),
    mustRestore: false,
    restores: 0,
    isRestored: false,
    reason: null,
    startedAt: 0,
    isMigrated: true,
    earlier: null,
  }
  const remove = async () => {
    const lines: string[] = []
    const terminal = {
      env: () => ({ DATA_DIR: dataDir, PORT: '1' }),
      error: (line: string) => void lines.push(line.replaceAll(home, '…')),
      log: () => undefined,
      isOutputShown: false,
      input: () => process.stdin,
      readInput: async () => '',
      ask: null,
    }
    await removeUnneededReleases(await openMachine(terminal, await findInstallation(home), {}), state)
    return lines.toSorted()
  }
  return { home, releases, remove, names: () => readdirSync(releases).toSorted() }
}

function makeRelease(at: string, version: string): void {
  mkdirSync(join(at, 'packages/server/migrations'), { recursive: true })
  writeFileSync(join(at, 'package.json'), JSON.stringify({ name: 'goodword', version }))
  writeFileSync(join(at, 'packages/server/migrations/0001_database.sql'), '')
}

test('after an upgrade the release that runs and the one before stay, and older ones are removed', async () => {
  const { releases, remove, names } = install('0.1.0', '0.1.9')
  mkdirSync(join(releases, 'goodword-0.1.5.partial/packages'), { recursive: true })
  expect(await remove()).toEqual([
    'Removed the release 0.1.0, which is not needed any more: …/releases/goodword-0.1.0',
    'Removed the release 0.1.9, which is not needed any more: …/releases/goodword-0.1.9',
  ])
  expect(names()).toEqual(['goodword-0.2.0', 'goodword-0.3.0'])
  expect(await remove()).toEqual([])
})

test('a folder that is no release, a link, a release with data and one in which a process works are not removed', async () => {
  const { releases, remove, names } = install('0.0.1', '0.0.2')
  mkdirSync(join(releases, 'notes'))
  symlinkSync('goodword-0.2.0', join(releases, 'older'))
  mkdirSync(join(releases, 'goodword-0.0.1/.data'))
  const worker = spawn('sleep', ['1000'], { cwd: join(releases, 'goodword-0.0.2/packages') })
  onTestFinished(() => void worker.kill())
  await once(worker, 'spawn')
  const before = names()
  expect(await remove()).toEqual([
    '…/releases/goodword-0.0.1 (0.0.1) stays: it has data in …/releases/goodword-0.0.1/.data.',
  ])
  expect(names()).toEqual(before)
  worker.kill()
  await once(worker, 'exit')
  expect(await remove()).toContain(
    'Removed the release 0.0.2, which is not needed any more: …/releases/goodword-0.0.2',
  )
})

test('a release that cannot be removed is a warning, and the others are removed', async () => {
  const { releases, remove, names } = install('0.1.0', '0.1.1')
  // A file in the way of the name that it gets first.
  writeFileSync(join(releases, 'goodword-0.1.0.partial'), '')
  expect(await remove()).toEqual([
    'Removed the release 0.1.1, which is not needed any more: …/releases/goodword-0.1.1',
    expect.stringMatching(/^Warning: …\/releases\/goodword-0\.1\.0 was not removed: ENOTDIR/),
  ])
  expect(names()).toContain('goodword-0.1.0')
})
