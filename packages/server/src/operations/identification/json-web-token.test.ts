import { generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeSigningKey } from '../../platform/api-key.ts'
import { signToken } from '../../testing/sign.ts'
import { readToken } from './json-web-token.ts'

const NOW = Date.UTC(2026, 10, 21)
const seconds = NOW / 1000
const key = makeSigningKey()
const claims = { user: { id: 'u', accountId: 'a' } }

const read = (token: string, keys: readonly string[] = [key]) => readToken(token, keys, NOW)
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a token', () => {
  test('is read when one of the keys signed it', () => {
    expect(read(signToken(key, claims))).toEqual({ claims })
    expect(read(signToken(key, claims), [makeSigningKey(), key])).toEqual({ claims })
  })

  test('that another implementation made is read', () => {
    // The example of jwt.io; that of RFC 7515 has a key that no text holds.
    const token =
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c'
    expect(read(token, ['your-256-bit-secret'])).toEqual({
      claims: { sub: '1234567890', name: 'John Doe', iat: 1_516_239_022 },
    })
  })

  test('of another key, or without any key, is not', () => {
    for (const keys of [[], [makeSigningKey()], ['']]) {
      expect(read(signToken(key, claims), keys)).toMatchObject({
        problem: expect.stringContaining('signing key'),
      })
    }
  })

  test('whose bytes differ anywhere is not', () => {
    const token = signToken(key, claims)
    const position = fc.nat({ max: token.length - 1 })
    const letter = fc.constantFrom(...'ABCwxyz0189-_.=+ ')
    fc.assert(
      fc.property(position, letter, (at, other) => {
        fc.pre(token[at] !== other)
        expect(read(token.slice(0, at) + other + token.slice(at + 1))).toHaveProperty('problem')
      }),
    )
  })

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const rsaMessage = `${encoded({ alg: 'RS256' })}.${encoded(claims)}`
  const rsaSignature = sign('sha256', Buffer.from(rsaMessage), rsa.privateKey).toString('base64url')
  const publicKey = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()

  test.each([
    ['names no algorithm', `${encoded({ alg: 'none' })}.${encoded(claims)}.`],
    ['names no algorithm and has a signature', signToken(key, claims, { alg: 'none' })],
    ['names no algorithm in capitals', signToken(key, claims, { alg: 'NONE' })],
    ['spells the algorithm otherwise', signToken(key, claims, { alg: 'hs256' })],
    ['leaves the algorithm out', signToken(key, claims, { typ: 'JWT' })],
    ['says RS256 and is signed by HS256', signToken(key, claims, { alg: 'RS256' })],
    ['is signed by RS256', `${rsaMessage}.${rsaSignature}`],
    ['is signed by HS256 with a public key', signToken(publicKey, claims)],
    ['asks for an extension', signToken(key, claims, { alg: 'HS256', crit: ['b64'], b64: false })],
    ['has no signature', signToken(key, claims).replace(/[^.]*$/, '')],
    ['has no payload', signToken(key, claims).replace(/\..*\./, '..')],
    ['has five parts', `${signToken(key, claims)}.x.y`],
    ['has a list as payload', signToken(key, [claims])],
    ['has null as payload', signToken(key, null)],
    ['is an API key', 'gw_live_x'],
    ['is empty', ''],
    ['is a megabyte of dots', '.'.repeat(1_000_000)],
  ])('that %s is not', (_story, token) => {
    expect(read(token)).toHaveProperty('problem')
  })

  test.each([
    ['exp', -59, null],
    ['exp', -60, 'has expired'],
    ['exp', 1, null],
    ['nbf', 60, null],
    ['nbf', 61, 'is not valid yet'],
    ['iat', 60, null],
    ['iat', 61, 'was issued in the future'],
    ['iat', -100_000_000, null],
  ] as const)('whose %s is %i seconds from now: %s', (name, offset, problem) => {
    const dated = { ...claims, [name]: seconds + offset }
    expect(read(signToken(key, dated))).toEqual(problem === null ? { claims: dated } : { problem })
  })

  test.each(['exp', 'nbf', 'iat'])('whose %s is no number is not, and null is as good as absent', (name) => {
    for (const time of ['soon', `${seconds}`, true, {}, []]) {
      expect(read(signToken(key, { ...claims, [name]: time }))).toHaveProperty('problem')
    }
    expect(read(signToken(key, { ...claims, [name]: null }))).toHaveProperty('claims')
  })
})
