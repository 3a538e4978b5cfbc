import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenShop } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe } from '../testing/given-stripe.ts'

let given: GivenStripe
beforeAll(async () => {
  given = await givenStripe()
})
afterAll(() => given.close())

test('the page shows subscriptions, invoices, clocks and webhooks, and moves a test clock', async () => {
  const { stripe, account } = given
  const shop = await givenShop(given)
  expect(await page(`/ledger/${account.id}/webhooks`)).toContain('There are no webhook endpoints yet')
  const url = 'http://127.0.0.1:9/hook'
  await stripe.webhookEndpoints.create({ url, enabled_events: ['charge.failed'] })
  const { id } = await shop.subscribe()
  expect(await page('/')).toContain(id)
  expect(await page(`/ledger/${account.id}/invoices`)).toContain('50.00 usd')
  expect(await page(`/ledger/${account.id}/webhooks`)).toContain(url)
  expect(await page(`/ledger/${account.id}/clocks`)).toContain('2026-02-28 12:00')
  const body = new URLSearchParams({ by: 'due' })
  await fetch(`${given.sandbox.url}/ledger/${account.id}/clocks/${shop.clock}`, { method: 'POST', body })
  expect(await shop.invoices()).toHaveLength(2)
  const moved = await fetch(`${given.sandbox.url}/ledger/${account.id}/clock`, {
    method: 'POST',
    body: new URLSearchParams({ by: 'month' }),
  })
  // From 31 January, as subscriptions of that day are billed.
  expect(await moved.text()).toContain('2026-02-28 12:00')
  const refused = await fetch(`${given.sandbox.url}/ledger/${account.id}/clock`, {
    method: 'POST',
    body: new URLSearchParams({ by: 'due' }),
  })
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain('Nothing is due')
})

test('a customer pays for a session on a page under its path at Stripe, and is led back to the shop', async () => {
  const { stripe } = given
  const { price } = await givenShop(given)
  const { id: coupon } = await stripe.coupons.create({ percent_off: 20 })
  const { id: rate } = await stripe.taxRates.create({ display_name: 'VAT', percentage: 19, inclusive: false })
  const params = {
    mode: 'subscription' as const,
    line_items: [{ price, quantity: 2, tax_rates: [rate] }],
    discounts: [{ coupon }],
    success_url: 'https://shop.example/thanks?session={CHECKOUT_SESSION_ID}',
  }
  const session = await stripe.checkout.sessions.create(params)
  const path = new URL(session.url ?? '').pathname
  const shown = await page(path)
  for (const text of ['100.00 usd', '20 % off', '15.20 usd', '95.20 usd']) expect(shown).toContain(text)
  const post = (card: string) => {
    const body = new URLSearchParams({ card, email: 'ada@example.com' })
    return fetch(`${given.sandbox.url}${path}`, { method: 'POST', body, redirect: 'manual' })
  }
  expect(await (await post('pm_card_chargeDeclined')).text()).toContain('declined')
  expect((await post('pm_card_visa')).headers.get('location')).toBe(
    `https://shop.example/thanks?session=${session.id}`,
  )
  expect(await page(path)).toContain('This session is complete')
  const nowhere = stripe.checkout.sessions.create({ ...params, success_url: 'thanks' })
  await expect(nowhere).rejects.toMatchObject({ code: 'url_invalid', param: 'success_url' })
})

async function page(path: string): Promise<string> {
  const answer = await fetch(`${given.sandbox.url}${path}`)
  expect(answer.status).toBe(200)
  return await answer.text()
}
