import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  loadNextSecretKey,
  loadSecretKey,
  makeSecretKey,
  nextSecretKeyFile,
  parseSecretKey,
  previousSecretKeyFile,
  readSecretKey,
  SecretKeyError,
  secretKeyFile,
  settleNextSecretKey,
} from './secret-key.ts'

let folder: string
let dataDir: string

beforeEach(() => {
  folder = temporaryFolder(onTestFinished)
  dataDir = join(folder, 'deep', 'inside')
})

test('a secret key is made once, readable by its user alone', async () => {
  expect(readSecretKey(folder)).toBeNull()
  const made = await loadSecretKey(dataDir)
  expect(made).toHaveLength(32)
  expect((await stat(secretKeyFile(dataDir))).mode & 0o777).toBe(0o600)
  expect(await loadSecretKey(dataDir)).toEqual(made)
  expect(readSecretKey(dataDir)).toEqual(made)
})

test('everyone who starts at the same time gets the same key, and nothing else is left', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => loadSecretKey(dataDir)))
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  expect(await readdir(dataDir)).toEqual(['secret-key'])
})

test('a file that holds something else is refused and kept', async () => {
  await writeFile(secretKeyFile(folder), 'half of a ke')
  await expect(loadSecretKey(folder)).rejects.toThrow(SecretKeyError)
  expect(() => readSecretKey(folder)).toThrow(/Put it back from a copy/)
})

test('hexadecimal and base64 say the same key; anything shorter or longer is none', () => {
  const key = makeSecretKey()
  for (const encoding of ['hex', 'base64', 'base64url'] as const) {
    expect(parseSecretKey(key.toString(encoding))).toEqual(key)
  }
  for (const text of [
    '',
    'changeme',
    'a'.repeat(63),
    'a'.repeat(65),
    'a'.repeat(42),
    `${'a'.repeat(43)}==`,
  ]) {
    expect(parseSecretKey(text)).toBeNull()
  }
})

test('the next key takes the place of the present one, and an interrupted change can be repeated', async () => {
  const present = await loadSecretKey(folder)
  const next = await loadNextSecretKey(folder)
  expect(next.equals(present)).toBe(false)
  expect(await loadNextSecretKey(folder)).toEqual(next)
  expect((await stat(nextSecretKeyFile(folder))).mode & 0o777).toBe(0o600)
  // Interrupted after the present key was kept.
  await writeFile(previousSecretKeyFile(folder), `${present.toString('hex')}\n`)
  for (let times = 0; times < 2; times += 1) {
    await settleNextSecretKey(folder)
    expect(readSecretKey(folder)).toEqual(next)
    expect((await readFile(previousSecretKeyFile(folder), 'utf8')).trim()).toBe(present.toString('hex'))
    expect((await readdir(folder)).sort()).toEqual(['secret-key', 'secret-key.previous'])
  }
})
