import type { TenantId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { backupIdentity } from './backup-identity.ts'
import { deriveSecret, hookToken, type SecretUse, secretUses } from './derived-secret.ts'
import { makeSecretKey, parseSecretKey } from './secret-key.ts'

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
    loggedHash: 'f1551b41f7e48f5be7fefd0a19fa52683fa9771753cca9a52e049575403849b7',
    instanceId: 'a9dc07b16570ade9',
    databasePassword: '8897aa842ed63932844fc81b0980e42b8b16dcd74b3e7903db4fdce0213e2e12',
    erasedMark: '978851a95cd361090545e1ce8dba4248e49d6e7e14528a8d5833b53c18030f8c',
    evidence: 'e4a98fc1ea0e1b45e547902a6f2597b4b89e3d817091b30eac83d34d0eb1d418',
    clickSalt: '3f4e2df518bc8ed8fd46a9ed3d9356f723e2d76a3a6e3f9d2d96a3226c900855',
    backup: 'ebc0329682932e3c9b439f5376e466fb85047caa361315a4572731639bade80c',
    exportUrl: '69546f76c9d08680e71ecaf76a41255929c3f8a2315ee85b86584ce8c8b26adc',
    staff: '127ce48c1177476b28ef5215d1c62fccb50044de4502568109c46399720601fa',
    hookToken: 'c9121a246cfd01990e06eb4c85479539da05023e8af3c236c0c03e5a319f5a1a',
  })
  // Files that were encrypted for it are kept for years, also by the tool of the format.
  expect(backupIdentity(secretKey)).toBe(
    'AGE-SECRET-KEY-1A0QR995ZJVHREX6RNAFHDERXLWZSGL92XCF3TFZHYUCK8XADAQXQE4DXUR',
  )
  expect(hookToken(secretKey, 'acme' as TenantId)).toBe('2O2yiqBz-iKksruSdvOVuTTuLrFcijByD1wCHiDQBcM')
})

test('the token of a notification URL belongs to one tenant and one secret key', () => {
  const tenants = ['acme', 'test_acme', 'acme2'] as TenantId[]
  const tokens = [secretKey, makeSecretKey()].flatMap((key) => tenants.map((it) => hookToken(key, it)))
  expect(new Set(tokens).size).toBe(6)
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
})
