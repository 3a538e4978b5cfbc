import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../start.ts'
import { givenMerchant, sdkFor } from '../testing/given-merchant.ts'

const merchant = givenMerchant()
merchant.discounts.set('referral_discount', {
  id: 'referral_discount',
  kind: 'discount',
  name: 'Referral',
  description: null,
  amount: 0,
  numberOfBillingCycles: null,
  createdAt: merchant.clock.at,
  updatedAt: merchant.clock.at,
})
const lines: string[] = []
const sandbox = await startSandbox({ port: 0, merchants: [merchant], log: (line) => lines.push(line) })
afterAll(() => sandbox.close())

test('the official SDK lists discounts', async () => {
  const gateway = sdkFor(sandbox, merchant)
  const discounts = await gateway.discount.all()
  expect(discounts[0]).toMatchObject({ id: 'referral_discount', amount: '0.00', neverExpires: true })
})

test('a wrong private key is an authentication error, and the log says why', async () => {
  const [key] = merchant.keys
  const gateway = sdkFor(sandbox, {
    ...merchant,
    keys: [{ publicKey: `${key?.publicKey}`, privateKey: 'wrong' }],
  })
  await expect(gateway.discount.all()).rejects.toMatchObject({ type: 'authenticationError' })
  expect(lines).toContain(
    '401 GET /merchants/merchant/discounts: the private key that came with merchant_public is wrong',
  )
})
