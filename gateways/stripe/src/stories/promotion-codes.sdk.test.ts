import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, givenShop } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe } from '../testing/given-stripe.ts'

let given: GivenStripe
let stripe: Stripe
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterAll(() => given.close())

describe('promotion codes', () => {
  test('a code gives its coupon, within its restrictions, and is unique regardless of case', async () => {
    const shop = await givenShop(given)
    const { coupon } = await couponOf({ percent_off: 10 })
    const code = await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon },
      code: 'FRIEND-1',
      restrictions: { first_time_transaction: true },
    })
    await expect(
      stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon }, code: 'friend-1' }),
    ).rejects.toMatchObject({ code: 'resource_already_exists' })
    const found = await stripe.promotionCodes.list({ code: 'friend-1', expand: ['data.promotion.coupon'] })
    expect(found.data[0]).toMatchObject({ id: code.id, promotion: { coupon: { percent_off: 10 } } })
    const { latest_invoice } = await shop.subscribe({
      discounts: [{ promotion_code: code.id }],
      expand: ['latest_invoice.discounts'],
    })
    expect(latest_invoice).toMatchObject({ total: 45_00, discounts: [{ promotion_code: code.id }] })
    await expect(shop.subscribe({ discounts: [{ promotion_code: code.id }] })).rejects.toMatchObject({
      message: expect.stringContaining('prior transactions'),
    })
    await stripe.promotionCodes.update(code.id, { active: false })
    const another = await givenShop(given)
    await expect(another.subscribe({ discounts: [{ promotion_code: code.id }] })).rejects.toThrow(
      'not active',
    )
  })

  test('a code for one customer is refused for others, and may have the text of another customer’s', async () => {
    const [mine, theirs] = [await givenShop(given), await givenShop(given)]
    const { coupon } = await couponOf({ percent_off: 10 })
    const create = (customer: string) => {
      return stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon }, code: 'MINE', customer })
    }
    const [code, other] = [await create(mine.customer), await create(theirs.customer)]
    const discounts = [{ promotion_code: code.id }]
    await expect(theirs.subscribe({ discounts })).rejects.toMatchObject({
      param: 'discounts[0][promotion_code]',
    })
    expect(await mine.subscribe({ discounts, expand: ['latest_invoice'] })).toMatchObject({
      latest_invoice: { total: 45_00 },
    })
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: theirs.customer,
      line_items: [{ price: theirs.price, quantity: 1 }],
      allow_promotion_codes: true,
    })
    expect(
      await given.control('POST', `/checkout/sessions/${session.id}/complete`, { promotionCode: 'mine' }),
    ).toMatchObject({ amount_total: 45_00, discounts: [{ promotion_code: other.id }] })
    const { data } = await stripe.promotionCodes.list({ customer: mine.customer })
    expect(data).toMatchObject([{ id: code.id, times_redeemed: 1 }])
  })
})

describe('coupons', () => {
  test('deleting a coupon leaves the discounts that were made of it', async () => {
    const shop = await givenShop(given)
    const coupon = await couponOf({ percent_off: 10, duration: 'forever' })
    await shop.subscribe({ discounts: [coupon] })
    await stripe.coupons.del(coupon.coupon)
    await shop.advance(29 * DAY)
    expect((await shop.invoices()).map(({ total }) => total)).toEqual([45_00, 45_00])
    await expect(shop.subscribe({ discounts: [coupon] })).rejects.toMatchObject({ code: 'resource_missing' })
  })

  test('a coupon has the id that a program gives it, once', async () => {
    await stripe.coupons.create({ id: 'goodword-10', percent_off: 10, duration: 'forever' })
    await expect(stripe.coupons.create({ id: 'goodword-10', percent_off: 10 })).rejects.toMatchObject({
      code: 'resource_already_exists',
    })
  })
})

async function couponOf(params: Stripe.CouponCreateParams): Promise<{ coupon: string }> {
  const { id } = await stripe.coupons.create(params)
  return { coupon: id }
}
