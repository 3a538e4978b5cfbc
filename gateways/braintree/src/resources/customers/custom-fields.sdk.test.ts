import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenMerchant } from '../../testing/given-merchant.ts'
import { vaultSdkFor } from '../../testing/vault-sdk.ts'

const merchant = givenMerchant()
merchant.customFields = [
  { name: 'referral_coupon', kind: 'store_and_pass_back' },
  { name: 'campaign', kind: 'store_and_pass_back' },
  { name: 'visit', kind: 'pass_back' },
]
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
afterAll(() => sandbox.close())
const gateway = vaultSdkFor(sandbox, merchant)

test('a stored field is found again, one that is passed back is only in the answer', async () => {
  const { customer } = await gateway.customer.create({
    customFields: { referral_coupon: 'ABC', visit: '17' },
  })
  expect(customer.customFields).toEqual({ referralCoupon: 'ABC', visit: '17' })
  const found = await gateway.customer.find(customer.id)
  expect(found.customFields).toEqual({ referralCoupon: 'ABC' })
})

test('an update overwrites what it says, keeps what it does not, and drops what it says to be blank', async () => {
  const { customer } = await gateway.customer.create({
    customFields: { referral_coupon: 'ABC', campaign: 'spring' },
  })
  const kept = await gateway.customer.update(customer.id, { firstName: 'Jane' })
  expect(kept.customer.customFields).toEqual({ referralCoupon: 'ABC', campaign: 'spring' })
  const changed = await gateway.customer.update(customer.id, { customFields: { referralCoupon: 'XYZ' } })
  expect(changed.customer.customFields).toEqual({ referralCoupon: 'XYZ', campaign: 'spring' })
  const dropped = await gateway.customer.update(customer.id, {
    customFields: { referralCoupon: '', campaign: null },
  })
  expect(dropped.customer.customFields).toBe('')
})

test('a blank field is none', async () => {
  const { customer } = await gateway.customer.create({ customFields: { referralCoupon: ' ' } })
  expect(customer.customFields).toBe('')
})

test('each field that was not declared is an error of its own', async () => {
  const result = await gateway.customer.create({ customFields: { colour: 'red', size: 'L' } })
  expect(result.errors.for('customer').on('customFields')).toMatchObject([
    { code: '91602', attribute: 'custom_fields', message: 'Custom field is invalid: colour.' },
    { code: '91602', attribute: 'custom_fields', message: 'Custom field is invalid: size.' },
  ])
})

test('a value longer than 255 letters is too long', async () => {
  const result = await gateway.customer.create({ customFields: { referralCoupon: 'x'.repeat(256) } })
  expect(result.errors.deepErrors()).toMatchObject([{ code: '81603', attribute: 'custom_fields' }])
})

test('XML with dashes or underscores says the same as JSON', async () => {
  const { url } = sandbox
  const [key] = merchant.keys
  const answers = ['custom-fields', 'custom_fields'].map(async (tag) => {
    const field = tag.replace('custom', 'referral').replace('fields', 'coupon')
    const response = await fetch(`${url}/merchants/merchant/customers`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${key?.publicKey}:${key?.privateKey}`)}`,
        'content-type': 'application/xml',
        'x-apiversion': '5',
      },
      body: `<customer><${tag}><${field}>CODE</${field}></${tag}></customer>`,
    })
    return response.text()
  })
  for (const answer of await Promise.all(answers)) {
    expect(answer).toContain('<custom-fields>\n<referral-coupon>CODE</referral-coupon>\n</custom-fields>')
  }
})
