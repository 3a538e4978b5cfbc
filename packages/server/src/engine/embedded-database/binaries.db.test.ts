import { execFileSync } from 'node:child_process'
import { cp, lstat, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeScratch } from '../../testing/embedded-database/scratch.ts'
import { copyBinaries, findBinaries, useBinaries } from './binaries.ts'

let scratch: Awaited<ReturnType<typeof makeScratch>>

beforeAll(async () => {
  scratch = await makeScratch()
})

afterAll(async () => {
  await scratch.remove()
})

test('links that no install script made are made before use', async () => {
  const found = await findBinaries()
  const folder = join(scratch.folder, 'native')
  await cp(found.folder, folder, { recursive: true, verbatimSymlinks: true })
  const list: { target: string }[] = JSON.parse(await readFile(join(folder, 'pg-symlinks.json'), 'utf8'))
  for (const { target } of list) await rm(join(scratch.folder, target))
  const used = await useBinaries({ ...found, folder }, scratch.folder)
  expect(used.folder).toBe(folder)
  for (const { target } of list)
    expect((await lstat(join(scratch.folder, target))).isSymbolicLink()).toBe(true)
  expect(versionOf(used.folder)).toContain(`PostgreSQL) ${found.major}.`)
})

test('a copy runs, is closed to changes by others, and is made once by two at the same time', async () => {
  const found = await findBinaries()
  const copies = await Promise.all([copyBinaries(found, scratch.folder), copyBinaries(found, scratch.folder)])
  const [first, second] = copies.map(({ folder }) => folder)
  expect(first).toBe(second)
  expect(versionOf(first ?? '')).toContain(`PostgreSQL) ${found.major}.`)
  expect((await lstat(join(first ?? '', 'bin', 'postgres'))).mode & 0o777).toBe(0o755)
})

// initdb, because postgres refuses to run as root, unless --version is its first argument.
function versionOf(folder: string): string {
  return execFileSync(join(folder, 'bin', 'initdb'), ['--version'], { encoding: 'utf8' })
}
