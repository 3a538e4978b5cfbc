import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDataFolder } from '../../testing/database/data-folder.ts'
import { accountPage, connectOwnProgram, pay, signUp, startDemo } from '../../testing/demo-visitor.ts'
import { startProgram } from '../../testing/program.ts'
import { callApi } from '../../testing/requests/call-api.ts'
import { untilRefused } from '../../testing/requests/until-refused.ts'
import { runCommand } from '../../testing/run-command.ts'

const { folder, remove } = await makeDataFolder('goodword-shop-')
afterAll(remove)
const dataDir = join(folder, 'first')

test('with the processor stripe, a friend who pays there converts, and the next bills of both are lower', async () => {
  const { program, shop, url, gateway, link } = await startDemo(dataDir, '--processor', 'stripe')
  const code = new URL(link).pathname.split('/').at(-1) ?? ''
  const friend = await signUp(shop, 'at-stripe@example.com', code)
  await pay(shop, friend, '4242 4242 4242 4242')
  expect(await accountPage(shop, friend)).toContain('You are on <strong>House</strong>')
  const { test: demo } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  const ask = async (path: string, body?: object) =>
    JSON.parse(await (await callApi(url, demo, path, { body })).text())
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

  // A program of the merchant's own gets an account there by one request.
  const connected = () => connectOwnProgram(url, dataDir)
  await expect.poll(connected).toMatchObject({ state: 'ACTIVE', missingSetup: [] })
  program.child.kill('SIGTERM')
  await program.ended
  for (const it of [shop, gateway]) await untilRefused(Number(new URL(it).port))
})

test('a start that is killed takes the shop along, the next one opens it anew, and one without its port has none', async () => {
  const { program, shop } = await startDemo(dataDir)
  const cookie = await signUp(shop, 'restart@example.com', '')
  program.child.kill('SIGKILL')
  await untilRefused(Number(new URL(shop).port))
  const again = await startDemo(dataDir)
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
  expect(await connectOwnProgram(again.url, dataDir)).toMatchObject({
    state: 'ACTIVE',
    merchantId: 'test_mine',
    missingSetup: [],
    setupWarnings: [],
  })
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
