import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, givenShop, HOUR } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe } from '../testing/given-stripe.ts'

let given: GivenStripe
let stripe: Stripe
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterAll(() => given.close())

describe('the portal', () => {
  test('a customer ends a subscription on the page of a session, and takes that back', async () => {
    const shop = await givenShop(given)
    const { id } = await shop.subscribe()
    const session = await stripe.billingPortal.sessions.create({
      customer: shop.customer,
      return_url: 'https://shop.example/account',
    })
    const { pathname } = new URL(session.url)
    const press = (act: string) => post(pathname, { act, subscription: id })
    const page = await (await fetch(`${given.sandbox.url}${pathname}`)).text()
    for (const text of ['Tea', '2026-02-28', 'https://shop.example/account']) expect(page).toContain(text)
    await press('cancel')
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at_period_end: true })
    await press('keep')
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at_period_end: false })
    await press('cancel')
    await shop.advance(28 * DAY + HOUR)
    expect(await shop.invoices()).toHaveLength(1)
  })

  test('a configuration says what is permitted, and keeps what a change leaves out', async () => {
    const shop = await givenShop(given)
    const { id } = await shop.subscribe()
    const made = await stripe.billingPortal.configurations.create({
      business_profile: { headline: 'Tea for all' },
      features: {
        subscription_cancel: { enabled: true, mode: 'immediately' },
        invoice_history: { enabled: true },
        subscription_update: { enabled: true, default_allowed_updates: ['price'], products: [] },
      },
    })
    expect(made.features.payment_method_update.enabled).toBe(false)
    const visit = await stripe.billingPortal.sessions.create({
      customer: shop.customer,
      configuration: made.id,
      flow_data: { type: 'subscription_cancel', subscription_cancel: { subscription: id } },
    })
    expect(visit).toMatchObject({
      configuration: made.id,
      flow: { subscription_cancel: { subscription: id } },
    })
    await post(new URL(visit.url).pathname, { act: 'cancel', subscription: id })
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' })

    const changed = await stripe.billingPortal.configurations.update(made.id, {
      features: { subscription_cancel: { enabled: false } },
      active: false,
    })
    expect(changed).toMatchObject({
      active: false,
      business_profile: { headline: 'Tea for all' },
      features: {
        subscription_cancel: { enabled: false, mode: 'immediately' },
        invoice_history: { enabled: true },
      },
    })
    const other = (await givenShop(given)).subscribe()
    const refused = await post(new URL(visit.url).pathname, { act: 'cancel', subscription: (await other).id })
    expect(refused.status).toBe(409)
    const { data } = await stripe.billingPortal.configurations.list({ active: true })
    expect(data.map(({ is_default }) => is_default)).toEqual([true])
  })
})

describe('search', () => {
  test('what fits a query is found page by page, newest first', async () => {
    const ids: string[] = []
    for (const plan of ['pro', 'free', 'pro']) {
      ids.push((await stripe.customers.create({ email: `${plan}@tea.example`, metadata: { plan } })).id)
    }
    const query = "email~'tea.example' AND metadata['plan']:'pro'"
    const first = await stripe.customers.search({ query, limit: 1 })
    expect(first).toMatchObject({ object: 'search_result', has_more: true, data: [{ id: ids[2] }] })
    const second = await stripe.customers.search({ query, limit: 1, page: first.next_page ?? '' })
    expect(second).toMatchObject({ has_more: false, next_page: null, data: [{ id: ids[0] }] })
    await stripe.customers.del(ids[0] ?? '')
    expect((await stripe.customers.search({ query })).data).toHaveLength(1)
  })

  test('subscriptions, their invoices and what paid them are found', async () => {
    const shop = await givenShop(given)
    const { id } = await shop.subscribe({ metadata: { order: '7' } })
    const found = await stripe.subscriptions.search({ query: "status:'active' AND metadata['order']:'7'" })
    expect(found.data.map((each) => each.id)).toEqual([id])
    const { data } = await stripe.invoices.search({ query: `subscription:'${id}'` })
    expect(data).toMatchObject([{ total: 50_00, parent: { subscription_details: { subscription: id } } }])
    expect(data[0]).not.toHaveProperty('subscription')
    const charges = await stripe.charges.search({ query: `customer:"${shop.customer}" AND amount>4999` })
    expect(charges.data).toHaveLength(1)
    await expect(stripe.subscriptions.search({ query: "customer:'x'" })).rejects.toMatchObject({
      param: 'query',
    })
  })
})

function post(path: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams(fields)
  return fetch(`${given.sandbox.url}${path}`, { method: 'POST', redirect: 'manual', body })
}
