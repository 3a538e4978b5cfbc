import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Program, startProgram } from './program.ts'
import { callApi } from './requests/call-api.ts'

/** A service with the demo, and the places of it that a visitor comes to. */
export type Started = {
  readonly program: Program
  readonly shop: string
  readonly url: string
  readonly gateway: string
  readonly link: string
}

/** Starts the service in a folder of data, where it makes the demo or opens the one that is there. */
export async function startDemo(dataDir: string, ...args: string[]): Promise<Started> {
  const program = startProgram('main.ts', { DATA_DIR: dataDir, PORT: '0', DEMO: 'empty' }, { args })
  const [, shop = ''] = await program.waitForOutput(/"shopUrl":"([^"]+)"/)
  const [, url = ''] = await program.waitForOutput(/"baseUrl":"([^"]+)"/)
  const [, gateway = ''] = await program.waitForOutput(/"gatewayUrl":"([^"]+)"/)
  return { program, shop, url, gateway, link: await shareLinkAt(url, dataDir) }
}

/** The share link of some user of the demo. */
async function shareLinkAt(url: string, dataDir: string): Promise<string> {
  const { test: demo } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  const answer = await callApi(url, demo, '/users?limit=1')
  const [, link = ''] = /"direct":"([^"]+)"/.exec(await answer.text()) ?? []
  return link
}

/** Returns the cookie of the new customer. */
export async function signUp(shop: string, email: string, code: string): Promise<string> {
  const form = { name: 'Bob Ray', email, password: 'long enough', referral_code: code, plan: '' }
  const response = await post(`${shop}/sign-up`, form)
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

export async function pay(shop: string, cookie: string, number = '4111 1111 1111 1111'): Promise<void> {
  const card = { card: number, expires: '05/40', cvc: '100', referral_code: '' }
  const response = await post(`${shop}/pay/house`, card, cookie)
  expect(response.headers.get('location')).toBe('/account')
}

export async function accountPage(shop: string, cookie: string): Promise<string> {
  return (await fetch(`${shop}/account`, { headers: { cookie } })).text()
}

function post(address: string, form: Readonly<Record<string, string>>, cookie = ''): Promise<Response> {
  const body = new URLSearchParams(form)
  return fetch(address, { method: 'POST', headers: { cookie }, redirect: 'manual', body })
}

/** Creates an own program as the first owner of the service, or signs in as that, and connects it to the local gateway, as the portal does. */
export async function connectOwnProgram(url: string, dataDir: string): Promise<unknown> {
  const { welcome } = JSON.parse(await readFile(join(dataDir, 'portal.json'), 'utf8'))
  const person = { name: 'Ann', email: 'ann@example.org', password: 'long enough for this', company: 'Mine' }
  const send = (path: string, body: object | null, cookie = '') =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { origin: url, cookie, ...(body === null ? {} : { 'content-type': 'application/json' }) },
      body: body === null ? null : JSON.stringify(body),
    })
  const entered = await (welcome === null
    ? send('/portal/auth/sign-in/email', { email: person.email, password: person.password })
    : send('/portal/welcome', {
        ...person,
        token: new URL(welcome).searchParams.get('token'),
        alias: 'mine',
      }))
  const cookie = entered.headers.getSetCookie().map((it) => it.split(';', 1)[0])
  return (await send('/portal/local-gateway/test_mine', null, cookie.join('; '))).json()
}
