import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { createProgram } from '../testing/goodword.ts'
import { push, scriptIsThere, shopPage } from '../testing/shop-page.ts'
import { openVisitor } from '../testing/visitor.ts'
import { openSite } from '../testing/widget-host.ts'

const browser = await launchBrowser()
const { live: shop } = await createProgram()
const code = await shop.user('alice')
const init = ['init', { tenant_alias: shop.alias }]

/** The page of a form after a visit by a share link. */
async function openForm(body: string, commands: readonly (readonly unknown[])[], query = `?refCode=${code}`) {
  const site = await openSite({ '/': shopPage({ body, commands }), '/sent': '<!doctype html>sent' })
  const visitor = await openVisitor(browser)
  await visitor.page.goto(`${site.origin}/${query}`)
  await scriptIsThere(visitor.page)
  return { ...visitor, site }
}

const valuesOf = (page: Page) =>
  page.$$eval('input, textarea, select', (fields) => fields.map((it) => Reflect.get(it, 'value')))

test('a field is filled by its name, and what is sent holds the code', async () => {
  const { page, site, faults } = await openForm(
    '<form method="post" action="/sent"><input name="referral_code" type="hidden"><button>Pay</button></form>',
    [['autofill', 'name=referral_code'], init],
  )
  await expect.poll(() => valuesOf(page)).toEqual([code])
  await page.click('button')
  await page.waitForURL('**/sent')
  expect(site.requests.find((it) => it.method === 'POST')?.body).toBe(`referral_code=${code}`)
  expect(faults).toEqual([])
})

test('a transparent redirect gets the code under the processor’s name', async () => {
  const name = 'customer[custom_fields][referral_coupon]'
  const { page } = await openForm(`<input name="${name}"><input name="customer">`, [
    init,
    ['autofill', `name=${name}`],
  ])
  await expect.poll(() => valuesOf(page)).toEqual([code, ''])
})

test('a selector fills every field that it finds, and nothing that has no text', async () => {
  const { page, faults } = await openForm(
    '<input class="code"><textarea class="code"></textarea><select class="code"><option>A</option></select>' +
      '<input class="code" type="checkbox"><p class="code"></p>',
    [init, ['autofill', '.code']],
  )
  await expect.poll(() => valuesOf(page)).toEqual([code, code, 'A', 'on'])
  expect(faults).toEqual([])
})

test('a function is called once with the code, or with undefined', async () => {
  for (const [query, received] of [
    [`?refCode=${code.toLowerCase()}`, [code]],
    ['', [null]],
  ] as const) {
    const { page } = await openForm('', [], query)
    const answers = await page.evaluate((command) => {
      const received: unknown[] = []
      const queue = Reflect.get(window, '_gw')
      queue.push(['autofill', (it: unknown) => received.push(it ?? null)], command, command)
      return received
    }, init)
    expect(answers).toEqual(received)
  }
})

test('the cookie fills on a later page, before and after init', async () => {
  const { page, site, context } = await openForm('<input name="referral_code">', [
    ['autofill', 'name=referral_code'],
    init,
  ])
  await expect.poll(() => context.cookies()).toHaveLength(1)
  await page.goto(`${site.origin}/?again`)
  await expect.poll(() => valuesOf(page)).toEqual([code])
})

test('fields that appear later are filled, with the events of typing', async () => {
  const { page } = await openForm('<main></main>', [init, ['autofill', 'name=referral_code']])
  await page.evaluate(() => {
    const received: string[] = []
    Reflect.set(window, 'received', received)
    for (const type of ['input', 'change']) {
      document.addEventListener(type, ({ target }) =>
        received.push(`${type} ${Reflect.get(Object(target), 'value')}`),
      )
    }
    const field = document.createElement('input')
    field.name = 'referral_code'
    document.querySelector('main')?.append(field)
  })
  await expect.poll(() => valuesOf(page)).toEqual([code])
  expect(await page.evaluate(() => Reflect.get(window, 'received'))).toEqual([
    `input ${code}`,
    `change ${code}`,
  ])
})

test('a framework that keeps the value itself notices', async () => {
  const { page } = await openForm('<input name="referral_code">', [])
  // As React does: a setter of the element's own, which stores the set value and ignores events without a change.
  await page.evaluate(() => {
    const field = document.querySelector('input')
    if (field === null) return
    const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    let known = ''
    Object.defineProperty(field, 'value', {
      get: () => native?.get?.call(field),
      set: (value: string) => {
        known = value
        native?.set?.call(field, value)
      },
    })
    field.addEventListener('input', () => {
      if (field.value !== known) document.title = field.value
    })
  })
  await push(page, ...init)
  await push(page, 'autofill', 'name=referral_code')
  await expect.poll(() => page.title()).toBe(code)
})

test('typed text stays, and so does a field that was cleared', async () => {
  const { page } = await openForm(
    '<input name="referral_code"><input name="referral_code" value="MINE">',
    [['autofill', 'name=referral_code']],
    '',
  )
  const [first] = await page.$$('input')
  await first?.fill('TYPED')
  await page.evaluate((it) => history.replaceState(null, '', `?refCode=${it}`), code)
  await push(page, ...init)
  expect(await valuesOf(page)).toEqual(['TYPED', 'MINE'])

  const { page: filled } = await openForm('<input name="referral_code">', [
    init,
    ['autofill', 'name=referral_code'],
  ])
  await expect.poll(() => valuesOf(filled)).toEqual([code])
  await filled.fill('input', '')
  await filled.evaluate(() => {
    const field = document.createElement('input')
    field.name = 'referral_code'
    document.body.append(field)
  })
  await expect.poll(() => valuesOf(filled)).toEqual(['', code])
})

test('an invalid target is logged to the console and has no other effect', async () => {
  const { page, warnings, faults } = await openForm('<input name="referral_code">', [
    ['autofill', ':::'],
    ['autofill', null],
    ['autofill'],
    init,
    ['autofill', 'name=referral_code'],
  ])
  await expect.poll(() => valuesOf(page)).toEqual([code])
  expect(warnings.length).toBeGreaterThan(0)
  expect(faults).toEqual([])
})
