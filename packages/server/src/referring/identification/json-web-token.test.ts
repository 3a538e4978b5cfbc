import { generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeSigningKey } from '../../engine/secrets/api-key.ts'
import { verificationKey } from '../../engine/secrets/verification-key.ts'
import { signToken } from '../../testing/sign.ts'
import { readToken } from './json-web-token.ts'

const NOW = Date.UTC(2026, 10, 21)
const seconds = NOW / 1000
const key = makeSigningKey()
const claims = { user: { id: 'u', accountId: 'a' }, iat: seconds }

const read = async (token: string, keys: readonly string[] = [key]) =>
  readToken(token, await Promise.all(keys.map(verificationKey)), NOW)
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The last of 43 characters holds four bits of the signature; a lax decoder ignores the other two. */
function withOtherEnd(token: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return token.slice(0, -1) + letters[letters.indexOf(token.at(-1) ?? '') ^ 1]
}

function padded(token: string): string {
  const [header = '', payload = '', signature] = token.split('.')
  return `${header}.${payload}=.${signature}`
}

describe('a token', () => {
  test('a token is read when one of the keys signed it', async () => {
    expect(await read(signToken(key, claims))).toEqual({ claims })
    expect(await read(signToken(key, claims), [makeSigningKey(), key])).toEqual({ claims })
  })

  test('a token that another implementation made is read, with the whole text of the key as its bytes', async () => {
    // The example of jwt.io; that of RFC 7515 has a key that no text holds.
    const token =
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c'
    const keys = [await verificationKey('your-256-bit-secret')]
    expect(await readToken(token, keys, 1_516_239_022_000)).toEqual({
      claims: { sub: '1234567890', name: 'John Doe', iat: 1_516_239_022 },
    })
  })

  test('a token of another key, or without any key, is not read', async () => {
    for (const keys of [[], [makeSigningKey()], [key.slice('gw_sign_'.length)]]) {
      expect(await read(signToken(key, claims), keys)).toMatchObject({
        problem: expect.stringContaining('signing key'),
      })
    }
  })

  test('a token whose bytes differ anywhere is not read', async () => {
    const token = signToken(key, claims)
    const position = fc.nat({ max: token.length - 1 })
    const letter = fc.constantFrom(...'ABCwxyz0189-_.')
    await fc.assert(
      fc.asyncProperty(position, letter, async (at, other) => {
        fc.pre(token[at] !== other)
        expect(await read(token.slice(0, at) + other + token.slice(at + 1))).toHaveProperty('problem')
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
    ['names a key', signToken(key, claims, { alg: 'HS256', typ: 'JWT', kid: '1' })],
    ['is of another type', signToken(key, claims, { alg: 'HS256', typ: 'at+jwt' })],
    ['has the type in another case', signToken(key, claims, { alg: 'HS256', typ: 'jwt' })],
    ['has padding', `${signToken(key, claims)}=`],
    ['has padding before the signature', padded(signToken(key, claims))],
    ['is written in base64', signToken(key, { ...claims, user: '???>>>' }).replaceAll('_', '/')],
    ['ends with another character for the same bytes', withOtherEnd(signToken(key, claims))],
    ['has a blank at the end', `${signToken(key, claims)} `],
    ['has no signature', signToken(key, claims).replace(/[^.]*$/, '')],
    ['has no payload', signToken(key, claims).replace(/\..*\./, '..')],
    ['has five parts', `${signToken(key, claims)}.x.y`],
    ['has a list as payload', signToken(key, [claims])],
    ['has null as payload', signToken(key, null)],
    ['is an API key', 'gw_live_x'],
    ['is empty', ''],
    ['is a megabyte of dots', '.'.repeat(1_000_000)],
  ])('a token that %s is not read', async (_story, token) => {
    expect(await read(token)).toHaveProperty('problem')
  })

  test('a token may leave its type out', async () => {
    expect(await read(signToken(key, claims, { alg: 'HS256' }))).toEqual({ claims })
  })

  const minute = 60
  const day = 86_400
  test.each([
    [{}, 'has neither "iat" nor "exp", and so no end'],
    [{ nbf: 0 }, 'has neither "iat" nor "exp", and so no end'],
    [{ exp: -minute + 1 }, null],
    [{ exp: -minute }, 'has expired'],
    [{ exp: 30 * day }, null],
    [{ exp: 30 * day + minute }, null],
    [{ exp: 30 * day + minute + 1 }, 'has an "exp" more than 30 days ahead'],
    [{ iat: 0, exp: 30 * day }, null],
    [{ iat: 0, exp: 30 * day + 1 }, 'has an "exp" more than 30 days ahead'],
    [{ iat: -20 * day, exp: 10 * day }, null],
    [{ iat: -20 * day, exp: 10 * day + 1 }, 'has an "exp" more than 30 days ahead'],
    [{ iat: 0 }, null],
    [{ iat: -day - minute + 1 }, null],
    [{ iat: -day - minute }, 'has expired: it has no "exp", and its "iat" is older than 24 hours'],
    [{ iat: minute }, null],
    [{ iat: minute + 1 }, 'was issued in the future'],
    [{ iat: minute + 1, exp: day }, 'was issued in the future'],
    [{ iat: 0, nbf: minute }, null],
    [{ iat: 0, nbf: minute + 1 }, 'is not valid yet'],
  ])('a token with the times %j, in seconds from now, is right: %s', async (offsets, problem) => {
    const times = Object.fromEntries(Object.entries(offsets).map(([name, it]) => [name, seconds + it]))
    const dated = { user: claims.user, ...times }
    expect(await read(signToken(key, dated))).toEqual(problem === null ? { claims: dated } : { problem })
  })

  test.each(['exp', 'nbf', 'iat'])('a token whose %s is no number is not read', async (name) => {
    for (const time of ['soon', `${seconds}`, true, null, {}, []]) {
      const exp = seconds + day
      expect(await read(signToken(key, { ...claims, exp, [name]: time }))).toEqual({
        problem: `has an "${name}" that is no number of seconds`,
      })
    }
  })
})
