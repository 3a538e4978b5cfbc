import type { TenantId } from '@goodword/domain/values/ids'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSecretBox, SecretBoxError, type SecretContext } from './secret-box.ts'
import { makeSecretKey } from './secret-key.ts'
import { noRetiredKeys, SecretKeys } from './secret-keys.ts'

const box = createSecretBox(makeSecretKey())
const context: SecretContext = { tenantId: 'acme' as TenantId, purpose: 'signing-key', recordId: 'one' }

test('a sealed text opens as it was', () => {
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

test('a process with several keys seals under the current one and opens what any of them sealed', () => {
  const [first, second] = [makeSecretKey(), makeSecretKey()]
  const keys = new SecretKeys([second, first])
  const many = createSecretBox(keys)
  keys.use(first, noRetiredKeys)
  const before = many.seal('secret', context)
  expect(createSecretBox(first).open(before, context)).toBe('secret')
  keys.use(second, { ...noRetiredKeys, ofMarks: first })
  expect(many.open(before, context)).toBe('secret')
  const after = many.seal('secret', context)
  expect([many.beginnings()[0], many.beginnings()[1]]).toEqual([after.subarray(0, 5), before.subarray(0, 5)])
  expect(() => createSecretBox(first).open(after, context)).toThrow(SecretBoxError)
  keys.give([second])
  expect(() => many.open(before, context)).toThrow(/another SECRET_KEY/)
})

test('after a rotation, marks stay, and signatures of earlier keys count while the process has those', () => {
  const [first, second] = [makeSecretKey(), makeSecretKey()]
  const [old, keys] = [createSecretBox(first), new SecretKeys([second, first])]
  const many = createSecretBox(keys)
  keys.use(second, { ...noRetiredKeys, ofMarks: first, ofHooks: [first] })
  const { tenantId } = context
  expect(many.erasedMark(tenantId, 'ACCOUNT', ['a'])).toBe(old.erasedMark(tenantId, 'ACCOUNT', ['a']))
  const signature = old.fileSignature(tenantId, ['one'], 1)
  expect(many.isFileSignature(signature, tenantId, ['one'], 1)).toBe(true)
  expect(many.isFileSignature(signature, tenantId, ['one'], 2)).toBe(false)
  expect(many.keyOfHookToken(tenantId, old.hookToken(tenantId))).toMatchObject({ isCurrent: false })
  expect(many.keyOfHookToken(tenantId, many.hookToken(tenantId))).toMatchObject({ isCurrent: true })
  expect(many.keyOfHookToken('other' as TenantId, old.hookToken(tenantId))).toBeNull()
  keys.give([second])
  expect(many.isFileSignature(signature, tenantId, ['one'], 1)).toBe(false)
  keys.use(second, { ...noRetiredKeys, ofMarks: first })
  expect(many.keyOfHookToken(tenantId, old.hookToken(tenantId))).toBeNull()
})

test('a key that a rotation has just made is looked for before a box stays shut, at most once a second', () => {
  const [present, next, lost] = [makeSecretKey(), makeSecretKey(), makeSecretKey()]
  let [now, reads] = [0, 0]
  let files = [present]
  const read = () => {
    reads += 1
    return files
  }
  const box = createSecretBox(new SecretKeys([present], read, { now: () => now }))
  const sealed = createSecretBox(next).seal('secret', context)
  files = [present, next]
  expect(box.open(sealed, context)).toBe('secret')
  expect(box.open(createSecretBox(present).seal('secret', context), context)).toBe('secret')
  expect(reads).toBe(1)
  const shut = createSecretBox(lost).seal('secret', context)
  for (now of [999, 1000, 1999]) expect(() => box.open(shut, context)).toThrow(SecretBoxError)
  expect(reads).toBe(2)
})
