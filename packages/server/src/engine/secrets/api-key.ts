import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Mode } from '@goodword/domain/values/ids'

const RANDOM_BYTES = 32
/** 62^43 is the first power of 62 above 2^256. */
const RANDOM_LENGTH = 43
/** 62^6 is above 2^32. */
const CHECKSUM_LENGTH = 6
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const API_KEY = /^gw_(live|test)_[0-9A-Za-z]{49}$/

/**
 * A new API key: `gw_live_` or `gw_test_`, 32 random bytes in base62, and a checksum over all of it, by which scanners
 * (and we, without a query) recognize a key.
 */
export function makeApiKey(mode: Mode): string {
  return makeKey(`gw_${mode}_`)
}

/** A new signing key, `gw_sign_…`. Its bytes, for signing, are the bytes of the whole text. */
export function makeSigningKey(): string {
  return makeKey('gw_sign_')
}

/** Whether a text has the format of an API key; whether it is valid is in the database. */
export function isApiKey(text: string): boolean {
  if (!API_KEY.test(text)) return false
  return text.slice(-CHECKSUM_LENGTH) === checksumOf(text.slice(0, -CHECKSUM_LENGTH))
}

/** The stored hash of an API key. A key is 256 random bits, so a slow hash would add no protection. */
export function apiKeyHash(apiKey: string): Buffer {
  return hash('sha256', apiKey, 'buffer')
}

/** The part of a key that may be shown later to identify it. */
export function lastFourOf(apiKey: string): string {
  return apiKey.slice(-4)
}

function makeKey(prefix: string): string {
  const text = prefix + base62(bigInteger(randomBytes(RANDOM_BYTES)), RANDOM_LENGTH)
  return text + checksumOf(text)
}

function checksumOf(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_LENGTH)
}

function bigInteger(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`)
}

function base62(value: bigint, length: number): string {
  const base = BigInt(ALPHABET.length)
  let rest = value
  let text = ''
  while (text.length < length) {
    text = ALPHABET.charAt(Number(rest % base)) + text
    rest /= base
  }
  return text
}
