import type { TenantId } from '@goodword/domain/ids'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSecretBox, SecretBoxError, type SecretContext } from './secret-box.ts'
import { makeSecretKey } from './secret-key.ts'

const box = createSecretBox(makeSecretKey())
const context: SecretContext = { tenantId: 'acme' as TenantId, purpose: 'signing-key', recordId: 'one' }

test('what was sealed opens as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (secret) => {
      expect(box.open(box.seal(secret, context), context)).toBe(secret)
    }),
  )
})

test('the same secret never looks the same twice, and never shows', () => {
  const first = box.seal('gw_sign_secret', context)
  expect(box.seal('gw_sign_secret', context).equals(first)).toBe(false)
  expect(first.includes('gw_sign_secret')).toBe(false)
})

test('a box of another tenant or another row stays shut', () => {
  const sealed = box.seal('secret', context)
  for (const other of [
    { ...context, tenantId: 'test_acme' as TenantId },
    { ...context, recordId: 'two' },
  ]) {
    expect(() => box.open(sealed, other)).toThrow(SecretBoxError)
  }
})

test('a box with any byte changed stays shut', () => {
  const sealed = box.seal('secret', context)
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => box.open(changed, context)).toThrow(SecretBoxError)
  }
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => box.open(sealed.subarray(0, length), context)).toThrow(SecretBoxError)
  }
})

test('another secret key is named as the reason', () => {
  const sealed = createSecretBox(makeSecretKey()).seal('secret', context)
  expect(() => box.open(sealed, context)).toThrow(/signing-key of acme .* another SECRET_KEY/)
})
