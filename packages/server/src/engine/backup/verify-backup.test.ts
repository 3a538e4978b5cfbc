import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { makeSecretKey, type SecretKey } from '../secrets/secret-key.ts'
import { secretKeyMark } from '../secrets/secret-key-mark.ts'
import { type BackupHead, type BackupLine, readBackupHead, writeBackupFile } from './backup-file.ts'
import { verifyBackup } from './verify-backup.ts'

const folder = temporaryFolder()
/** A file of `age` ends with chunks of 64 KiB, each with a tag of 16 bytes; a nonce comes before the first. */
const [CHUNK_BYTES, NONCE_BYTES] = [65_536 + 16, 16]
const head: BackupHead = {
  goodword: 'backup',
  format: 1,
  schema: '0016_erasure',
  postgres: '18.4',
  takenAt: 0,
  estimatedRows: 2,
  secretKeyMark: 'mark',
}

const [present, previous, other] = [makeSecretKey(), makeSecretKey(), makeSecretKey()]
const keys = [present, previous]

async function write(
  name: string,
  rows: number,
  key: SecretKey | null = present,
  first = '(1)',
): Promise<string> {
  async function* lines(): AsyncGenerator<readonly BackupLine[]> {
    yield [{ kind: 'table', table: 'account', columns: [] }]
    yield [
      { kind: 'row', row: first },
      { kind: 'row', row: '(2)' },
    ]
    yield [{ kind: 'end', rows }]
  }
  const file = join(folder, name)
  await writeBackupFile(file, head, lines(), key)
  return file
}

test('a whole backup has as many rows as it says', async () => {
  expect(await verifyBackup(await write('whole', 2), keys)).toBe(2)
})

test('a backup with another number of rows, or that was cut, is found', async () => {
  await expect(verifyBackup(await write('other', 3), keys)).rejects.toThrow(
    'has 2 rows of a table that had 3',
  )
  const cut = join(folder, 'cut')
  await writeFile(cut, (await readFile(await write('long', 2))).subarray(0, -12))
  await expect(verifyBackup(cut, keys)).rejects.toThrow(`${cut} is damaged`)
})

test('an encrypted backup without its last chunk is found', async () => {
  const row = randomBytes(2 * CHUNK_BYTES).toString('hex')
  const whole = await readFile(await write('chunks', 2, present, row))
  expect(whole.length).toBeGreaterThan(2 * CHUNK_BYTES)
  const header = whole.indexOf('\n', whole.indexOf('\n---') + 1) + 1 + NONCE_BYTES
  const last = (whole.length - header) % CHUNK_BYTES
  const cut = join(folder, 'cut-chunk')
  await writeFile(cut, whole.subarray(0, -last))
  await expect(verifyBackup(cut, keys)).rejects.toThrow(`${cut} is damaged`)
})

test('a backup is opened by the present secret key and by a previous one, and one in clear by any', async () => {
  for (const [name, key] of [
    ['of-present', present],
    ['of-previous', previous],
    ['in-clear', null],
  ] as const) {
    const file = await write(name, 2, key)
    expect((await readFile(file)).subarray(0, 22).toString('latin1') === 'age-encryption.org/v1\n').toBe(
      key !== null,
    )
    expect(await readBackupHead(file, keys), name).toEqual(head)
  }
})

test('a backup of another secret key names the mark of that key and the settings', async () => {
  const file = await write('of-other', 2, other)
  const [mark, ...marks] = [other, ...keys].map(secretKeyMark)
  await expect(readBackupHead(file, keys)).rejects.toThrow(
    `${file} is encrypted under another secret key, with the mark ${mark}; the marks of the keys here are ${marks.join(', ')}. Set SECRET_KEY`,
  )
})

test('a file that another program encrypted, and a folder, are named as such', async () => {
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(await generateX25519Identity()))
  const foreign = join(folder, 'foreign')
  await writeFile(foreign, await encrypter.encrypt('text'))
  await expect(readBackupHead(foreign, keys)).rejects.toThrow(`${foreign} was encrypted by another program`)
  await expect(readBackupHead(folder, keys)).rejects.toThrow(`${folder} cannot be read (EISDIR).`)
})
