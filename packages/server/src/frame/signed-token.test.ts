import type { TenantId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { createSecretBox } from '../engine/secrets/secret-box.ts'
import { makeSecretKey } from '../engine/secrets/secret-key.ts'
import { idOfToken, signedToken } from './signed-token.ts'

const acme = 'acme' as TenantId
const appeal = 'write about a held referral'
const id = Buffer.from('0123456789abcdef')
const idBytes = id.length

test('a token is valid for its program and use alone, under its secret key, and unchanged', () => {
  const ctx = { secretBox: createSecretBox(makeSecretKey()) }
  const token = signedToken(ctx, acme, appeal, id)
  expect(idOfToken(ctx, acme, appeal, { token, idBytes })).toEqual(id)

  expect(idOfToken(ctx, 'other' as TenantId, appeal, { token, idBytes })).toBeNull()
  expect(idOfToken(ctx, acme, 'choose e-mails of an address', { token, idBytes })).toBeNull()
  const other = { secretBox: createSecretBox(makeSecretKey()) }
  expect(idOfToken(other, acme, appeal, { token, idBytes })).toBeNull()
  const wrong = [token.slice(0, -1), `${token}A`, `${token}=`, `B${token.slice(1)}`, '', 'ü']
  expect(wrong.map((it) => idOfToken(ctx, acme, appeal, { token: it, idBytes }))).toEqual(
    wrong.map(() => null),
  )
})
