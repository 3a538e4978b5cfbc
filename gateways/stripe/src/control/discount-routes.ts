import { notThere } from '@goodword/sandbox/control/control-error'
import { only } from '@goodword/sandbox/control/fields'
import { Type } from 'typebox'
import { give } from '../billing/give-discounts.ts'
import { discountJson } from '../objects/discount-json.ts'
import { workBy } from '../work.ts'
import { type ControlRoute, ofAccount } from './maker.ts'

/** Gives a coupon to a customer, whose new subscriptions inherit it. Only older versions of the API can do that. */
export const discountRoutes: readonly ControlRoute[] = [
  ofAccount('PUT', '/customers/:id/discount', {
    body: only({ coupon: Type.String({ description: 'the id of a coupon' }) }),
    handle: ({ control: { gateway }, account, path: { id = '' }, body }) => {
      const customer = account.customers.get(id)
      const coupon = account.coupons.get(body.coupon)
      if (customer === undefined) throw notThere(`customer ${id}`)
      if (coupon === undefined) throw notThere(`coupon ${body.coupon}`)
      const work = workBy(gateway, account, customer.testClock)
      const target = {
        customer,
        currency: coupon.currency ?? account.settings.currency,
        amount: 0,
        reusable: [],
      }
      const discount = give(work, coupon, null, target)
      customer.discount = discount.id
      return discountJson(discount)
    },
  }),
]
