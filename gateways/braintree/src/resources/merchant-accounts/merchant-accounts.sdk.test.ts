import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenMerchant, sdkFor } from '../../testing/given-merchant.ts'
import { allOf } from '../../testing/search-all.ts'

const merchant = givenMerchant()
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
afterAll(() => sandbox.close())
const gateway = sdkFor(sandbox, merchant)

/** The SDK streams what its types declare as a promise. */
async function listed(): Promise<readonly unknown[]> {
  return await allOf(gateway.merchantAccount.all() as unknown as NodeJS.ReadableStream)
}

test('the one account of a merchant is listed, and found', async () => {
  const expected = { id: 'merchant_usd', currencyIsoCode: 'USD', default: true, status: 'active' }
  expect(await listed()).toMatchObject([expected])
  expect(await gateway.merchantAccount.find('merchant_usd')).toMatchObject(expected)
})

test('many accounts are listed page by page', async () => {
  merchant.merchantAccounts = Array.from({ length: 120 }, (_, index) => ({
    id: `account_${index}`,
    currency: 'EUR',
    isDefault: index === 0,
  }))
  expect(await listed()).toHaveLength(120)
})

test('an unknown account is not found', async () => {
  await expect(gateway.merchantAccount.find('nothing')).rejects.toMatchObject({ type: 'notFoundError' })
})
