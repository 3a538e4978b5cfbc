import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDataFolder } from '../../testing/database/data-folder.ts'
import { accountPage, pay, signUp, startDemo } from '../../testing/demo-visitor.ts'
import { callApi } from '../../testing/requests/call-api.ts'
import { untilRefused } from '../../testing/requests/until-refused.ts'

const { folder, remove } = await makeDataFolder('goodword-shop-')
afterAll(remove)
const dataDir = join(folder, 'first')

test('share links of the demo lead to the shop; a friend who pays there converts, and lowers the next bill of the referrer', async () => {
  const { program, shop, url, gateway, link } = await startDemo(dataDir)
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
  const ask = async (path: string, body?: object) =>
    JSON.parse(await (await callApi(url, demo, path, { body })).text())
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
  // Requests of the demo during its start are not in the log; later ones are.
  const [before = '', after = ''] = ended.output.split('"msg":"service started"')
  expect(before).not.toMatch(/request completed|job completed/)
  expect(after).toMatch(/request completed/)
  // The start takes both along when it ends.
  for (const it of [shop, gateway]) await untilRefused(Number(new URL(it).port))
})
