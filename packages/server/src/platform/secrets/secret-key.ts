import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Brand } from '@goodword/domain/brand'
import { createPrivateFile, fileErrorCode, readTextFile } from './private-file.ts'

/** 32 random bytes, from which all encryption keys are derived. */
export type SecretKey = Brand<Buffer, 'SecretKey'>

export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError'
}

const BYTES = 32
const HEXADECIMAL = /^[0-9a-f]{64}$/i
const BASE64 = /^(?:[A-Za-z0-9+/]{43}=?|[A-Za-z0-9_-]{43})$/

/** What a text must be to be a secret key, to end a sentence with. */
export const secretKeyRule =
  '32 random bytes in hexadecimal or base64; `openssl rand -hex 32` makes a good one'

/** Reads 64 hexadecimal digits, or base64 of 32 bytes; null for anything else. */
export function parseSecretKey(text: string): SecretKey | null {
  if (HEXADECIMAL.test(text)) return Buffer.from(text, 'hex') as SecretKey
  return BASE64.test(text) ? (Buffer.from(text, 'base64') as SecretKey) : null
}

export function makeSecretKey(): SecretKey {
  return randomBytes(BYTES) as SecretKey
}

export function secretKeyFile(dataDir: string): string {
  return join(dataDir, 'secret-key')
}

/**
 * The secret key of a data directory, created at the first call. Two concurrent processes get the
 * same: only one can give the finished file its name.
 */
export async function loadSecretKey(dataDir: string): Promise<SecretKey> {
  const known = await readSecretKey(dataDir)
  if (known !== null) return known
  const file = secretKeyFile(dataDir)
  await createPrivateFile(file, `${makeSecretKey().toString('hex')}\n`)
  const made = await readSecretKey(dataDir)
  if (made === null) throw new SecretKeyError(`${file} was removed while it was created. Start again.`)
  return made
}

/** The secret key of a data directory; null when none was made yet. */
export async function readSecretKey(dataDir: string): Promise<SecretKey | null> {
  const file = secretKeyFile(dataDir)
  const text = await readTextFile(file).catch((cause: unknown) => {
    const why = `${file} cannot be read (${fileErrorCode(cause)})`
    throw new SecretKeyError(`${why}. Give it to the user that runs the service.`, { cause })
  })
  if (text === null) return null
  const key = parseSecretKey(text.trim())
  if (key !== null) return key
  throw new SecretKeyError(
    `${file} does not hold a secret key. Put it back from a copy: without it, what is kept encrypted cannot be read.`,
  )
}
