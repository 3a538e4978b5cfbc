import type { Merchant } from '../model/merchant.ts'
import { givenMerchant } from './given-merchant.ts'
import { givenPlan, givenTemplate } from './given-plans.ts'

/** A merchant with a monthly plan of 30.00, the discount and the custom field that referrals need. */
export function givenShop(id?: string): Merchant {
  const merchant = givenMerchant(id)
  givenPlan(merchant, 'monthly', { name: 'Monthly', price: 3000 })
  givenTemplate(merchant, 'discount', 'referral_discount', 100)
  merchant.customFields = [{ name: 'referral_coupon', kind: 'store_and_pass_back' }]
  return merchant
}
