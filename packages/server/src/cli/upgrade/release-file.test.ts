import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { SUMS_FILE, unpackDelivery, unpackedBytes, verifyDelivery } from './release-file.ts'

function makeRelease(): { folder: string; release: string; tarball: string } {
  const folder = temporaryFolder(onTestFinished)
  const release = join(folder, 'goodword-0.2.0')
  mkdirSync(join(release, 'packages'), { recursive: true })
  writeFileSync(join(release, 'package.json'), '{"name":"goodword","version":"0.2.0"}')
  writeFileSync(join(release, 'packages/server.ts'), 'x'.repeat(1000))
  const tarball = `${release}.tar.gz`
  execFileSync('tar', ['-czf', tarball, '-C', folder, 'goodword-0.2.0'])
  writeSums(folder, 'goodword-0.2.0.tar.gz')
  return { folder, release, tarball }
}

function writeSums(folder: string, ...files: readonly string[]): void {
  writeFileSync(join(folder, SUMS_FILE), execFileSync('sha256sum', files, { cwd: folder }))
}

test('a tarball with the checksum that was published is unpacked as a whole', async () => {
  const { folder, tarball } = makeRelease()
  const delivery = await verifyDelivery(tarball, undefined)
  expect(delivery.sha256).toBe(readFileSync(join(folder, SUMS_FILE), 'utf8').slice(0, 64))
  expect(await unpackedBytes(delivery)).toBe(1000 + 37)
  const target = join(folder, 'releases')
  // As an attempt that was killed leaves it.
  mkdirSync(`${folder}/draft.partial/old`, { recursive: true })
  await unpackDelivery(delivery, join(folder, 'draft'), async (staging) => {
    expect(staging).toBe(`${folder}/draft.partial`)
    return target
  })
  expect(
    execFileSync('find', ['.', '-type', 'f'], { cwd: target, encoding: 'utf8' }).split('\n').sort(),
  ).toEqual(['', './package.json', './packages/server.ts'])
})

test('a tarball that was changed, or that the list does not have, is refused', async () => {
  const { folder, tarball } = makeRelease()
  writeFileSync(tarball, 'changed', { flag: 'a' })
  await expect(verifyDelivery(tarball, undefined)).rejects.toThrow(
    /is not what was published: its SHA-256 is .*Nothing was changed/,
  )
  writeFileSync(join(folder, SUMS_FILE), `${'0'.repeat(64)}  goodword-0.3.0.tar.gz\n`)
  await expect(verifyDelivery(tarball, undefined)).rejects.toThrow('has no checksum of goodword-0.2.0.tar.gz')
  rmSync(join(folder, SUMS_FILE))
  await expect(verifyDelivery(tarball, undefined)).rejects.toThrow(
    'Put the file SHA256SUMS of the release there',
  )
  await expect(verifyDelivery(join(folder, 'none'), undefined)).rejects.toThrow('does not exist')
})

test('an unpacked release is refused when a file of it was changed, added, removed, or leads elsewhere', async () => {
  const { release, folder } = makeRelease()
  await expect(verifyDelivery(release, undefined)).rejects.toThrow('SHA256SUMS cannot be read')
  writeSums(release, 'package.json', './packages/server.ts')
  symlinkSync('package.json', join(release, 'link'))
  const delivery = await verifyDelivery(release, undefined)
  await unpackDelivery(delivery, join(folder, 'draft'), async () => join(folder, 'copied'))
  expect(readFileSync(join(folder, 'copied/link'), 'utf8')).toContain('0.2.0')

  symlinkSync('/etc/hostname', join(release, 'packages/out'))
  await expect(verifyDelivery(release, undefined)).rejects.toThrow('packages/out leads out of the release')
  rmSync(join(release, 'packages/out'))
  writeFileSync(join(release, 'packages/added.ts'), '')
  await expect(verifyDelivery(release, undefined)).rejects.toThrow('packages/added.ts has no checksum')
  rmSync(join(release, 'packages/added.ts'))
  writeFileSync(join(release, 'packages/server.ts'), 'y')
  await expect(verifyDelivery(release, undefined)).rejects.toThrow(
    'packages/server.ts is not what was published',
  )
  rmSync(join(release, 'packages/server.ts'))
  await expect(verifyDelivery(release, undefined)).rejects.toThrow('packages/server.ts is missing')
})
