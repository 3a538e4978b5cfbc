import { join } from 'node:path'
import { givenListener } from '@goodword/sandbox/testing/given-listener'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, expect, test } from 'vitest'
import type { Merchant } from '../model/merchant.ts'
import { type Sandbox, startSandbox } from '../start.ts'
import { givenShop } from '../testing/given-shop.ts'
import { sendEveryKind } from '../testing/send-every-kind.ts'
import { wholeSdkFor } from '../testing/whole-sdk.ts'
import { readState } from './read-state.ts'

const folder = temporaryFolder()
const file = join(folder, 'state.json')
const listener = await givenListener(({ url }, response) => {
  response.statusCode = url === '/refuses' ? 503 : 200
  response.end()
})
const merchant = givenShop()
const sandbox: Sandbox = await startSandbox({ port: 0, merchants: [merchant], file })
const sdk = wholeSdkFor(sandbox, merchant)
afterAll(async () => {
  await sandbox.close()
  await listener.close()
})

test('after each step of a long story, a killed process would find all that it answered', async () => {
  const { customer } = await sdk.customer.create({ paymentMethodNonce: 'fake-valid-nonce' })
  const token = customer.paymentMethods?.[0]?.token ?? ''
  await expectKept()
  await sdk.subscription.create({ id: 'team', planId: 'monthly', paymentMethodToken: token })
  await expectKept()
  const add = [{ inheritedFromId: 'referral_discount', amount: '5.00' }]
  await sdk.subscription.update('team', { discounts: { add }, options: { prorateCharges: true } } as never)
  await expectKept()
  await sdk.subscription.update('team', { id: 'crew', price: '45.00' } as never)
  await expectKept()
  const sale = { amount: '9.00', paymentMethodToken: token, options: { submitForSettlement: true } }
  const { transaction } = await sdk.transaction.sale({ ...sale })
  await sdk.testing.settle(transaction.id)
  await sdk.transaction.refund(transaction.id, { amount: '4.00' })
  await expectKept()
  await sdk.customer.update(customer.id, { id: 'ada', firstName: 'Ada' } as never)
  await expectKept()
  await sdk.paymentMethod.update(token, { token: 'card_of_ada' } as never)
  await expectKept()
  await control('POST', '/destinations', { url: `${listener.url}/takes` })
  await control('POST', '/destinations', { url: `${listener.url}/refuses` })
  await expectKept()
  await sendEveryKind(sandbox, merchant)
  await control('POST', '/clock/advance', { hours: 4 })
  await expectKept()
  await control('PUT', '/snapshots/before')
  await expectKept()
  await control('POST', '/clock/advance', { days: 40 })
  await expectKept()
  await control('POST', '/snapshots/before/restore')
  await expectKept()
  await sdk.subscription.retryCharge('declined').catch(() => null)
  await sdk.subscription.cancel('crew')
  await sdk.customer.delete('ada')
  await expectKept()
  await control('POST', '/faults', { times: 1, action: { kind: 'status', status: 503 } })
  await expect(sdk.plan.all()).rejects.toMatchObject({ type: 'serviceUnavailableError' })
  await expectKept()
  await control('POST', '/reset')
  await expectKept()
})

/** Everything there is, in its order, without waiting for anything. */
async function expectKept(): Promise<void> {
  const expected = withArrays(merchant)
  const stored = await readState(file)
  const found = stored?.merchants.get(merchant.id)
  if (found === undefined) throw new Error('merchant not found in the state file')
  expect(withArrays(found)).toEqual(expected)
  const snapshots = Array.from(stored?.snapshots.get(merchant.id)?.keys() ?? [])
  expect(snapshots.every((name) => name === 'before')).toBe(true)
}

function withArrays(it: Merchant): object {
  return JSON.parse(JSON.stringify(it, (_name, value) => (value instanceof Map ? Array.from(value) : value)))
}

async function control(method: string, path: string, body?: unknown): Promise<void> {
  const answer = await fetch(`${sandbox.url}/sandbox/merchants/merchant${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(answer.status, `${method} ${path}: ${await answer.clone().text()}`).toBe(200)
}
