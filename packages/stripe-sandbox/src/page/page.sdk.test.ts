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
  const refused = await fetch(`${given.sandbox.url}/ledger/${account.id}/clock`, {
    method: 'POST',
    body: new URLSearchParams({ by: 'due' }),
  })
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain('Nothing is due')
})

async function page(path: string): Promise<string> {
  const answer = await fetch(`${given.sandbox.url}${path}`)
  expect(answer.status).toBe(200)
  return await answer.text()
}
