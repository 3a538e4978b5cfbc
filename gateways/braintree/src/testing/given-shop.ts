import type { Merchant } from '../model/merchant.ts'
import type { ModificationKind, Plan } from '../model/plan.ts'
import { givenMerchant } from './given-merchant.ts'

/** A merchant with a monthly plan of 30.00, the discount and the custom field that referrals need. */
export function givenShop(id?: string): Merchant {
  const merchant = givenMerchant(id)
  givenPlan(merchant, 'monthly', { name: 'Monthly', price: 3000 })
  givenTemplate(merchant, 'discount', 'referral_discount', 100)
  merchant.customFields = [{ name: 'referral_coupon', kind: 'store_and_pass_back' }]
  return merchant
}

/** A monthly plan of 12.34, unless something else is said. */
export function givenPlan(merchant: Merchant, id: string, given: Partial<Plan> = {}): void {
  merchant.plans.set(id, {
    id,
    sequence: 0,
    name: id,
    description: null,
    price: 1234,
    currency: 'USD',
    billingFrequency: 1,
    billingDayOfMonth: null,
    numberOfBillingCycles: null,
    trial: null,
    addOnIds: [],
    discountIds: [],
    createdAt: merchant.clock.at,
    updatedAt: merchant.clock.at,
    ...given,
  })
}

/** An add-on or a discount of the Control Panel that never expires. */
export function givenTemplate(merchant: Merchant, kind: ModificationKind, id: string, amount: number): void {
  const templates = kind === 'add_on' ? merchant.addOns : merchant.discounts
  const created = { createdAt: merchant.clock.at, updatedAt: merchant.clock.at }
  templates.set(id, {
    id,
    kind,
    name: id,
    description: null,
    amount,
    numberOfBillingCycles: null,
    ...created,
  })
}

/** The plans that the SDKs' own tests are written for. */
export function givenPlans(merchant: Merchant): void {
  for (const amount of [10, 20, 30]) givenTemplate(merchant, 'add_on', `increase_${amount}`, amount * 100)
  for (const amount of [7, 11, 15]) givenTemplate(merchant, 'discount', `discount_${amount}`, amount * 100)
  givenPlan(merchant, 'trialless')
  givenPlan(merchant, 'trial', { price: 4321, trial: { duration: 2, unit: 'day' } })
  givenPlan(merchant, 'day_five', { billingDayOfMonth: 5 })
  givenPlan(merchant, 'yearly', { price: 12000, billingFrequency: 12 })
  givenPlan(merchant, 'euros', { currency: 'EUR' })
  givenPlan(merchant, 'modified', {
    price: 9999,
    trial: { duration: 2, unit: 'day' },
    addOnIds: ['increase_10', 'increase_20'],
    discountIds: ['discount_7', 'discount_11'],
  })
}
