import { randomBytes } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Brand } from '@goodword/domain/values/brand'
import { createPrivateFile, fileErrorCode, readTextFile, replacePrivateFile } from './private-file.ts'

/** 32 random bytes, from which all encryption keys are derived. */
export type SecretKey = Brand<Buffer, 'SecretKey'>

export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError'
}

const BYTES = 32
const HEXADECIMAL = /^[0-9a-f]{64}$/i
const BASE64 = /^(?:[A-Za-z0-9+/]{43}=?|[A-Za-z0-9_-]{43})$/

/** The form of a secret key, to end a sentence with. */
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

/** The key that a rotation leads to, beside the present one, until it has ended. */
export function nextSecretKeyFile(dataDir: string): string {
  return join(dataDir, 'secret-key.next')
}

/** The key from before the last rotation, which backups from before need. */
export function previousSecretKeyFile(dataDir: string): string {
  return join(dataDir, 'secret-key.previous')
}

/**
 * The secret key of a data directory, created at the first call. Two concurrent processes get the
 * same: only one can give the finished file its name.
 */
export async function loadSecretKey(dataDir: string): Promise<SecretKey> {
  const known = readSecretKey(dataDir)
  if (known !== null) return known
  const file = secretKeyFile(dataDir)
  await createPrivateFile(file, `${makeSecretKey().toString('hex')}\n`)
  const made = readSecretKey(dataDir)
  if (made === null) throw new SecretKeyError(`${file} was removed while it was created. Start again.`)
  return made
}

/** The secret key of a data directory; null when none was made yet. */
export function readSecretKey(dataDir: string): SecretKey | null {
  return readKeyFile(secretKeyFile(dataDir))
}

/** Reads the key that a rotation leads to, which the rotation created. */
export function readNextSecretKey(dataDir: string): SecretKey | null {
  return readKeyFile(nextSecretKeyFile(dataDir))
}

/** Creates that key, unless it is there from an interrupted rotation. */
export async function loadNextSecretKey(dataDir: string): Promise<SecretKey> {
  await createPrivateFile(nextSecretKeyFile(dataDir), `${makeSecretKey().toString('hex')}\n`)
  const made = readNextSecretKey(dataDir)
  if (made === null)
    throw new SecretKeyError('The next secret key was removed while it was created. Start again.')
  return made
}

/**
 * Puts that key in the place of the present one, which is kept beside it. The next key is moved last, so that after an interruption
 * both are still there.
 */
export async function settleNextSecretKey(dataDir: string): Promise<void> {
  const present = readSecretKey(dataDir)
  if (readNextSecretKey(dataDir) === null) return
  if (present !== null) {
    await replacePrivateFile(previousSecretKeyFile(dataDir), `${present.toString('hex')}\n`)
  }
  await rename(nextSecretKeyFile(dataDir), secretKeyFile(dataDir))
}

/** While a request waits that no known key serves, so it is one step. */
function readKeyFile(file: string): SecretKey | null {
  const text = readKeyText(file)
  if (text === null) return null
  const key = parseSecretKey(text.trim())
  if (key !== null) return key
  throw new SecretKeyError(
    `${file} does not hold a secret key. Put it back from a copy: without it, what is kept encrypted cannot be read.`,
  )
}

function readKeyText(file: string): string | null {
  try {
    return readTextFile(file)
  } catch (cause) {
    const why = `${file} cannot be read (${fileErrorCode(cause)})`
    throw new SecretKeyError(`${why}. Give it to the user that runs the service.`, { cause })
  }
}
