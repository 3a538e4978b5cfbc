import { expect, test } from 'vitest'
import { deriveSecret, type SecretUse, secretUses } from './derived-secret.ts'
import { parseSecretKey } from './secret-key.ts'

const secretKey = parseSecretKey('0123456789abcdef'.repeat(4)) ?? expect.fail('not a secret key')
const uses = Object.keys(secretUses) as SecretUse[]

test('each use of the secret key has a secret of its own', () => {
  const labels = uses.map((use) => secretUses[use].label)
  expect(new Set(labels).size).toBe(uses.length)
  // A secret of one use is no prefix of another's.
  const beginnings = uses.map((use) => deriveSecret(secretKey, use).subarray(0, 4).toString('hex'))
  expect(new Set(beginnings).size).toBe(uses.length)
  expect(beginnings).not.toContain(secretKey.subarray(0, 4).toString('hex'))
})

test('a secret stays the same from release to release, or stored boxes could not be opened', () => {
  const derived = Object.fromEntries(uses.map((use) => [use, deriveSecret(secretKey, use).toString('hex')]))
  expect(derived).toEqual({
    sealing: '02914e75dfaa9b573facb5acbabb79e2b1467bf3a9ae548fa67735ef07c3c1b6',
    sealingKeyId: '9d072fae',
    keyMark: '3c9570258abfa6e0',
    instanceId: 'a9dc07b16570ade9',
    databasePassword: '8897aa842ed63932844fc81b0980e42b8b16dcd74b3e7903db4fdce0213e2e12',
  })
})
