import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDataFolder } from '../../testing/database/data-folder.ts'
import { type Program, startProgram } from '../../testing/program.ts'
import { untilRefused } from '../../testing/requests/until-refused.ts'
import { runCommand } from '../../testing/run-command.ts'

const { folder, remove } = await makeDataFolder('goodword-shop-')
afterAll(remove)
const dataDir = join(folder, 'first')

test('share links of the demo lead to the shop; a friend who pays there converts, and lowers the next bill of the referrer', async () => {
  const { program, shop, url, gateway, link } = await start()
  expect(await (await fetch(shop)).text()).toContain('Larkfield')
  const { headers } = await fetch(link, { redirect: 'manual' })
  expect(headers.get('location')).toMatch(new RegExp(`^${shop}/\\?refCode=`))
  // A crawler is shown the card of the link with a picture that is as large as it says.
  const card = await (await fetch(link, { headers: { 'user-agent': 'facebookexternalhit/1.1' } })).text()
  const [image = '', width, height] = ['image', 'image:width', 'image:height'].map(
    (it) => new RegExp(`property="og:${it}" content="([^"]+)"`).exec(card)?.[1],
  )
  const picture = await fetch(image)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  const bytes = Buffer.from(await picture.arrayBuffer())
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)].map(String)).toEqual([width, height])
  const { test: demo } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  const ask = (path: string, body?: object) =>
    callApi(`${url}/api/v1/${demo.alias}${path}`, demo.apiKey, body)
  const code = new URL(link).pathname.split('/').at(-1) ?? ''
  const friend = await signUp(shop, 'friend@example.com', code)
  await pay(shop, friend)
  expect(await accountPage(shop, friend)).toMatch(/−\$2\.20<\/td><td>\$19\.80/)
  const { referrals } = await ask('/referrals?limit=1')
  const [{ referredAccountId: accountId }] = referrals
  const statusOf = async () => (await ask(`/account/${accountId}`)).referral.status
  await expect.poll(statusOf).toBe('CONVERTED')

  // The friend brings another one, and then has both discounts.
  const { referralCode } = await ask('/user', { accountId, id: accountId })
  const second = await signUp(shop, 'second@example.com', referralCode)
  await pay(shop, second)
  await expect.poll(() => accountPage(shop, friend)).toMatch(/\(next\)<\/td><td>−\$4\.40<\/td><td>\$17\.60/)
  const moved = await fetch(`${gateway}/sandbox/merchants/larkfield/clock/advance`, {
    method: 'POST',
    body: JSON.stringify({ days: 32 }),
  })
  expect({ status: moved.status, text: moved.ok ? '' : await moved.text() }).toEqual({
    status: 200,
    text: '',
  })
  expect(await accountPage(shop, friend)).toMatch(/−\$4\.40<\/td><td>\$17\.60/)
  program.child.kill('SIGTERM')
  const ended = await program.ended
  expect(ended).toMatchObject({ code: 0, errors: '' })
  // What the demo asks of the service while it starts is not in its log; what is asked later is.
  const [before = '', after = ''] = ended.output.split('"msg":"service started"')
  expect(before).not.toMatch(/request completed|job completed/)
  expect(after).toMatch(/request completed/)
  // The start takes both along when it ends.
  for (const it of [shop, gateway]) await untilRefused(Number(new URL(it).port))
})

test('with the processor stripe, a friend who pays there converts, and the next bills of both are lower', async () => {
  const { program, shop, url, gateway, link } = await start('--processor', 'stripe')
  const code = new URL(link).pathname.split('/').at(-1) ?? ''
  const friend = await signUp(shop, 'at-stripe@example.com', code)
  await pay(shop, friend, '4242 4242 4242 4242')
  expect(await accountPage(shop, friend)).toContain('You are on <strong>House</strong>')
  const { test: demo } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  const ask = (path: string, body?: object) =>
    callApi(`${url}/api/v1/${demo.alias}${path}`, demo.apiKey, body)
  const [{ referredAccountId: accountId }] = (await ask('/referrals?limit=1')).referrals
  const statusOf = async () => (await ask(`/account/${accountId}`)).referral.status
  await expect.poll(statusOf).toBe('CONVERTED')

  // The friend brings another one, and then has both discounts.
  const { referralCode } = await ask('/user', { accountId, id: accountId })
  await pay(shop, await signUp(shop, 'second@example.com', referralCode), '4242 4242 4242 4242')
  await expect.poll(() => accountPage(shop, friend)).toMatch(/\(next\)<\/td><td>−\$4\.40<\/td><td>\$17\.60/)
  const accounts = await (await fetch(`${gateway}/sandbox/accounts`)).text()
  const [{ id }] = JSON.parse(accounts).items
  const advance = `${gateway}/sandbox/accounts/${id}/clock/advance`
  const moved = await fetch(advance, { method: 'POST', body: JSON.stringify({ days: 32 }) })
  expect({ status: moved.status, text: moved.ok ? '' : await moved.text() }).toEqual({
    status: 200,
    text: '',
  })
  expect(await accountPage(shop, friend)).toMatch(/<td>\d{4}-\d\d-\d\d<\/td><td>−\$4\.40<\/td><td>\$17\.60/)
  program.child.kill('SIGTERM')
  await program.ended
  for (const it of [shop, gateway]) await untilRefused(Number(new URL(it).port))
})

test('a start that is killed takes the shop along, the next one opens it anew, and one without its port has none', async () => {
  const { program, shop } = await start()
  const cookie = await signUp(shop, 'restart@example.com', '')
  program.child.kill('SIGKILL')
  await untilRefused(Number(new URL(shop).port))
  const again = await start()
  // Its customers are there again, and signed in.
  expect(await accountPage(again.shop, cookie)).toContain('Hello, Bob.')
  const { headers } = await fetch(again.link, { redirect: 'manual' })
  expect(headers.get('location')).toMatch(new RegExp(`^${again.shop}/`))
  const { output } = await runCommand({ DATA_DIR: dataDir, BASE_URL: again.url }, 'demo', 'link')
  const { url } = JSON.parse(output)
  expect(url).toMatch(new RegExp(`^${again.url}/portal/enter\\?token=`))
  const entered = await fetch(`${again.url}/portal/enter`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: again.url },
    body: JSON.stringify({ token: new URL(url).searchParams.get('token') }),
  })
  expect(await entered.json()).toEqual({ tenantAlias: 'test_demo' })
  const other = join(folder, 'other')
  const without = startProgram('main.ts', {
    DATA_DIR: other,
    PORT: '0',
    DEMO: 'empty',
    SHOP_PORT: new URL(again.shop).port,
  })
  await without.waitForOutput(
    /The example shop could not start \(use SHOP_PORT to set another port\)\. .*EADDRINUSE/,
  )
  await without.waitForOutput(/"msg":"service started"/)
})

type Started = {
  readonly program: Program
  readonly shop: string
  readonly url: string
  readonly gateway: string
  readonly link: string
}

async function start(...args: string[]): Promise<Started> {
  const program = startProgram('main.ts', { DATA_DIR: dataDir, PORT: '0', DEMO: 'empty' }, { args })
  const [, shop = ''] = await program.waitForOutput(/"shopUrl":"([^"]+)"/)
  const [, url = ''] = await program.waitForOutput(/"baseUrl":"([^"]+)"/)
  const [, gateway = ''] = await program.waitForOutput(/"gatewayUrl":"([^"]+)"/)
  return { program, shop, url, gateway, link: await shareLinkAt(url) }
}

/** The share link of some user of the demo. */
async function shareLinkAt(url: string): Promise<string> {
  const { test: demo } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  const headers = { authorization: `Basic ${btoa(`${demo.apiKey}:`)}` }
  const answer = await fetch(`${url}/api/v1/${demo.alias}/users?limit=1`, { headers })
  const [, link = ''] = /"direct":"([^"]+)"/.exec(await answer.text()) ?? []
  return link
}

/** Returns the cookie of the new customer. */
async function signUp(shop: string, email: string, code: string): Promise<string> {
  const form = { name: 'Bob Ray', email, password: 'long enough', referral_code: code, plan: '' }
  const response = await post(`${shop}/sign-up`, form)
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** A request with a body is a POST. */
async function callApi(address: string, apiKey: string, body?: object) {
  const response = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Basic ${btoa(`${apiKey}:`)}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return JSON.parse(await response.text())
}

async function pay(shop: string, cookie: string, number = '4111 1111 1111 1111'): Promise<void> {
  const card = { card: number, expires: '05/40', cvc: '100', referral_code: '' }
  const response = await post(`${shop}/pay/house`, card, cookie)
  expect(response.headers.get('location')).toBe('/account')
}

async function accountPage(shop: string, cookie: string): Promise<string> {
  return (await fetch(`${shop}/account`, { headers: { cookie } })).text()
}

function post(address: string, form: Readonly<Record<string, string>>, cookie = ''): Promise<Response> {
  const body = new URLSearchParams(form)
  return fetch(address, { method: 'POST', headers: { cookie }, redirect: 'manual', body })
}
