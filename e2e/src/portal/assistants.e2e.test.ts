import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../testing/browser.ts'
import { contentBarriersOf } from './page-findings.ts'
import { fitsInWidth, openPortal } from './portal.ts'
import { OWNER } from './running-portal.ts'

const browser = await launchBrowser()
const portal = await openPortal()

// Without a place to break its line, as long as the service shows it.
const NAME = 'Assistant'.repeat(8)
const VERIFIER = 'v'.repeat(43)

/** A program on the person's machine: it registers at the service, and waits for the answer at an address of its own. */
async function startProgram() {
  const answers: URLSearchParams[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
    if (pathname === '/callback') answers.push(searchParams)
    response
      .setHeader('content-type', 'text/html')
      .end('<title>Back</title><link rel="icon" href="data:,"><h1>Back in the program</h1>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const registered = await post('/oauth/register', {
    client_name: NAME,
    redirect_uris: ['http://127.0.0.1/callback'],
  })
  const clientId = String(registered.client_id)
  const request = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    // A router that reads values would make a number of it.
    state: '12e45',
  })
  return { answers, clientId, redirectUri, address: `${portal.url}/oauth/authorize?${request}` }
}

async function post(path: string, body: object | URLSearchParams, headers: Record<string, string> = {}) {
  const isForm = body instanceof URLSearchParams
  const response = await fetch(portal.url + path, {
    method: 'POST',
    headers: isForm ? headers : { 'content-type': 'application/json', ...headers },
    body: isForm ? body : JSON.stringify(body),
  })
  return Object(await response.json())
}

const looks = [
  ['light on a desktop', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
  ['dark on a phone', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
] as const

test.for(looks)('a person lets an assistant use a program, and ends that, %s', async ([, look]) => {
  const { answers, clientId, redirectUri, address } = await startProgram()
  const { page, faults } = await portal.visitAlone(browser, 'home', look)
  await page.goto(address)
  await page.getByRole('heading', { name: `Connect ${NAME}?` }).waitFor()
  await page.getByText('an app on this computer', { exact: false }).waitFor()
  await page.getByText('Any app can call itself that.', { exact: false }).waitFor()
  expect(await contentBarriersOf(page)).toEqual([])
  expect(await fitsInWidth(page)).toBe(true)
  await page.getByLabel('Program').selectOption(portal.alias)
  await page.getByLabel(/^Let it also/).check()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('heading', { name: 'Back in the program' }).waitFor()
  const [answer] = answers
  expect(answer?.get('state')).toBe('12e45')
  const tokens = await post(
    '/oauth/token',
    new URLSearchParams({
      grant_type: 'authorization_code',
      code: answer?.get('code') ?? '',
      client_id: clientId,
      redirect_uri: redirectUri,
      code_verifier: VERIFIER,
    }),
  )
  expect(tokens.scope).toBe('read write')
  const call = (method = 'tools/list', params = {}) =>
    fetch(`${portal.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${tokens.access_token}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
  expect((await call()).status).toBe(200)

  // A pending write waits for the person.
  const reward = { type: 'CREDIT', unit: 'USD', credit: 12_34 }
  const asked = await call('tools/call', {
    name: 'give_reward',
    arguments: { accountId: 'acct_dana', reward },
  })
  expect(await asked.text()).toContain(`${portal.url}/portal/${portal.alias}/waiting`)
  await page.goto(`${portal.url}/portal/${portal.alias}/waiting`)
  await page.getByRole('heading', { name: 'Give USD 12.34 credit?' }).waitFor()
  await page.getByText('account acct_dana', { exact: false }).waitFor()
  expect(await contentBarriersOf(page)).toEqual([])
  expect(await fitsInWidth(page)).toBe(true)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByText('Confirmed and done.', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor()

  await page.goto(`${portal.url}/portal/${portal.alias}/settings?tab=team`)
  await page.getByRole('button', { name: `Disconnect ${NAME} of ${OWNER.email}` }).waitFor()
  await page.getByText('Gave 1 reward of 10', { exact: false }).waitFor()
  expect(await fitsInWidth(page)).toBe(true)

  await page.goto(`${portal.url}/portal/account`)
  await page.getByText(`${portal.alias} · reads and asks to change`, { exact: false }).waitFor()
  await page.getByRole('button', { name: `Disconnect ${NAME}` }).click()
  await page.getByText('None is connected.', { exact: false }).waitFor()
  expect((await call()).status).toBe(401)
  expect(faults).toEqual([])
})

test('a person who does not want it goes back, and the assistant gets nothing', async () => {
  const { answers, address } = await startProgram()
  const { page } = await portal.visitAlone(browser, 'home')
  await page.goto(address)
  await page.getByRole('link', { name: 'Do not connect' }).click()
  await page.getByRole('heading', { name: 'Back in the program' }).waitFor()
  expect([answers[0]?.get('error'), answers[0]?.get('code')]).toEqual(['access_denied', null])
})

test('a request with a changed address is refused on the page, which leads nowhere', async () => {
  const { address } = await startProgram()
  const { page } = await portal.visitAlone(browser, 'home')
  const changed = new URL(address)
  changed.searchParams.set('redirect_uri', 'https://evil.example.com/')
  await page.goto(changed.href)
  await page.getByText('an address that it has not registered', { exact: false }).waitFor()
  expect(await page.getByRole('button', { name: 'Connect', exact: true }).count()).toBe(0)
})
