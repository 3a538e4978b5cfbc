import type { Merchant } from '../model/merchant.ts'
import { givenMerchant } from './given-merchant.ts'

/** A merchant with a monthly plan of 30.00, the discount and the custom field that referrals need. */
export function givenShop(id?: string): Merchant {
  const merchant = givenMerchant(id)
  const created = { createdAt: merchant.clock.at, updatedAt: merchant.clock.at }
  merchant.plans.set('monthly', {
    id: 'monthly',
    sequence: 0,
    name: 'Monthly',
    description: null,
    price: 3000,
    currency: 'USD',
    billingFrequency: 1,
    billingDayOfMonth: null,
    numberOfBillingCycles: null,
    trial: null,
    addOnIds: [],
    discountIds: [],
    ...created,
  })
  merchant.discounts.set('referral_discount', {
    id: 'referral_discount',
    kind: 'discount',
    name: 'Referral Discount',
    description: null,
    amount: 100,
    numberOfBillingCycles: null,
    ...created,
  })
  merchant.customFields = [{ name: 'referral_coupon', kind: 'store_and_pass_back' }]
  return merchant
}
