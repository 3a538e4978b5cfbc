import { newSecret, signatureHeaders } from '@goodword/server/outbound/webhooks/receiver-secrets'
import { makeEnvironment, runCommandProcess, startProgram } from '@goodword/server/testing/program'
import { ok } from '@goodword/testing/replies'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '../build.ts'
import { type ClientCase, clientCases, type Outcome, startCaseServer } from './testing/client-cases.ts'
import { guideProgram } from './testing/guide-program.ts'
import {
  type InstalledPackage,
  installPackage,
  missingHere,
  saveProgram,
  stepsProgram,
} from './testing/installed-package.ts'

// Every package as a user has it: made, installed in an empty project, and run there.

const API_KEY = 'gw_test_ThisIsTheSecret'
const folder = temporaryFolder()
const server = await startCaseServer()
const made = await makeEnvironment()
const service = startProgram('main.ts', { ...made.env, ALLOW_LOCAL_TARGETS: 'on', RATE_LIMITS: 'off' })
let baseUrl = ''
let keys = { apiKey: '', signingKey: '' }

beforeAll(async () => {
  const [, url = ''] = await service.waitForOutput(/"baseUrl":"([^"]+)"/)
  const created = await runCommandProcess(
    made.env,
    ...['tenant', 'create', 'harbour', '--landing-page', 'https://www.example.com/welcome'],
  )
  baseUrl = url
  keys = JSON.parse(created.output).test
})
afterAll(async () => {
  server.close()
  service.child.kill('SIGTERM')
  await service.ended
  await made.drop()
})

const missing = new Map(languages.map((language) => [language, missingHere(language)]))
for (const [language, reason] of missing) {
  if (reason !== null) console.log(`not run: the package for ${language}, because ${reason}`)
}
const possible = languages.filter((language) => missing.get(language) === null)

describe.each(possible)('the package for %s', (language) => {
  let installed: InstalledPackage
  beforeAll(async () => {
    installed = await installPackage(language, folder)
  })

  /** Runs steps in one process of the language. */
  async function runSteps(steps: readonly object[]): Promise<readonly (Outcome & Record<string, unknown>)[]> {
    return JSON.parse(await installed.run(stepsProgram(language), JSON.stringify(steps)))
  }
  const address = (name: string, replies: Parameters<typeof server.addressOf>[1]) =>
    server.addressOf(`${language}${name}`, replies)
  const client = (name: string, replies: Parameters<typeof server.addressOf>[1]) => [
    `${address(name, replies)}/`,
    'test_acme',
    API_KEY,
  ]

  it(`the package for ${language} sends requests, reads responses and retries as every client does`, async () => {
    const steps = clientCases.map(({ step, replies }, index) => ({
      args: [],
      ...step,
      client: client(`Case${index}`, replies),
    }))
    const outcomes = await runSteps(steps)
    const actual = clientCases.map(({ name }, index) => {
      const { result, failure, waits } = outcomes[index] ?? { waits: [] }
      const requests = server
        .seen(`${language}Case${index}`)
        .map(({ method, url, body }) => (body === '' ? [method, url] : [method, url, JSON.parse(body)]))
      return { name, outcome: failure === undefined ? { result, waits } : { failure, waits }, requests }
    })
    expect(actual).toEqual(
      clientCases.map(({ name, outcome, requests }: ClientCase) => ({ name, outcome, requests })),
    )
  })

  it(`the package for ${language} shows its key only where one is asked for, and never in a message`, async () => {
    const refusal = [ok({ apiErrorCode: 'UNAUTHORIZED', message: 'No.' }, 401)]
    const outcomes = await runSteps([
      { do: 'call', operation: 'readProgram', args: [], client: client('Key', [ok({})]) },
      { do: 'call', operation: 'lookUpOpenCode', args: ['BOB'], client: client('Open', [ok({})]) },
      { do: 'call', operation: 'readProgram', args: [], client: client('No', refusal) },
      { do: 'show', args: [], client: client('Shown', []) },
      { do: 'show', args: [], client: ['ftp://example.com', 'acme', API_KEY] },
      { do: 'show', args: [], client: ['https://user@example.com', 'acme', API_KEY] },
      { do: 'show', args: [], client: ['https://example.com', 'Acme', API_KEY] },
      { do: 'show', args: [], client: ['https://example.com', 'acme', `${API_KEY}\n`] },
    ])
    const authorization = (name: string) => server.seen(`${language}${name}`)[0]?.headers.authorization
    expect(authorization('Key')).toBe(`Basic ${btoa(`${API_KEY}:`)}`)
    expect(authorization('Open')).toBeUndefined()
    expect(outcomes[2]?.failure?.slice(0, 2)).toEqual(['UNAUTHORIZED', 401])
    const mistakes = outcomes.flatMap(({ mistake }) => (mistake === undefined ? [] : [String(mistake)]))
    expect(mistakes.map((text) => text.replaceAll('_', '').slice(0, 6).toLowerCase())).toEqual([
      'baseur',
      'baseur',
      'tenant',
      'apikey',
    ])
    expect(JSON.stringify(outcomes)).not.toContain(API_KEY)
    expect(JSON.stringify(outcomes)).not.toContain(btoa(`${API_KEY}:`))
  })

  it(`the package for ${language} makes one idempotency key for all attempts of a call where a repeat would count`, async () => {
    const call = {
      do: 'call',
      operation: 'redeemCredit',
      args: [{ accountId: 'a', unit: 'EUR', amount: 200 }],
    }
    const replies = [ok({ apiErrorCode: 'SERVICE_UNAVAILABLE', message: 'No.' }, 503), ok({}), ok({})]
    const account = { do: 'call', operation: 'syncAccount', args: [{ id: 'a' }] }
    await runSteps([
      { ...call, client: client('Twice', replies) },
      { ...call, client: client('Again', [ok({})]) },
      { ...call, named: { idempotencyKey: 'order-4711' }, client: client('Own', [ok({})]) },
      { ...account, client: client('None', [ok({})]) },
    ])
    const sent = (name: string) =>
      server.seen(`${language}${name}`).map((it) => it.headers['idempotency-key'])
    const [first, second, ...others] = sent('Twice')
    expect(first).toMatch(/^[!-~]{20,255}$/)
    expect([second, others]).toEqual([first, []])
    expect(sent('Again')).not.toEqual([first])
    expect(sent('Own')).toEqual(['order-4711'])
    expect(sent('None')).toEqual([undefined])
  })

  it(`the package for ${language} verifies the signatures of the service, and nothing else`, async () => {
    const secret = newSecret()
    const body = JSON.stringify({ id: 'evt_1', type: 'referral.converted', data: { name: 'Zoë' } })
    const now = Date.now()
    const headers = signatureHeaders({ id: 'evt_1', now, body }, [newSecret(), secret])
    const stale = signatureHeaders({ id: 'evt_1', now: now - 600_000, body }, [secret])
    const environment = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        `HTTP_${name.toUpperCase().replaceAll('-', '_')}`,
        value,
      ]),
    )
    const verify = (...args: readonly unknown[]) => ({ do: 'verify', args })
    const outcomes = await runSteps([
      verify(body, headers, secret),
      verify(body, environment, secret),
      verify(`${body} `, headers, secret),
      verify(body, { ...headers, 'webhook-id': 'evt_2' }, secret),
      verify(body, { ...headers, 'webhook-timestamp': 'soon' }, secret),
      verify(body, { ...headers, 'webhook-signature': 'v1,%%%' }, secret),
      verify(body, stale, secret),
      verify(body, headers, newSecret()),
      verify(body, {}, secret),
      verify(body, headers, 'gw_sign_key'),
    ])
    const event = JSON.parse(body)
    const results = outcomes.map((it) => it.mistake ?? it.result)
    expect(results.slice(0, -1)).toEqual([event, event, null, null, null, null, null, null, null])
    expect(results.at(-1)).toMatch(/^secret must be the secret of a webhook receiver/)
  })

  it(`the package for ${language} signs no token with another key, or for longer than 30 days`, async () => {
    const user = { accountId: 'a', id: 'Zoë' }
    const sign = (key: string, expiresInSeconds: number) => ({
      do: 'sign',
      args: [user, key],
      named: { expiresInSeconds },
    })
    const [token, wrongKey, tooLong, none] = await runSteps([
      sign('gw_sign_k', 60),
      sign('gw_test_k', 60),
      sign('gw_sign_k', 30 * 86_400 + 1),
      sign('gw_sign_k', 0),
    ])
    const [head = '', claims = ''] = String(token?.result).split('.')
    const { user: signed, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect({ signed, seconds: exp - iat }).toEqual({ signed: user, seconds: 60 })
    expect([wrongKey, tooLong, none].map((it) => typeof it?.mistake)).toEqual(['string', 'string', 'string'])
  })

  it(`the program in ${language} of the guide does at a service what the guide shows`, async () => {
    const { program, shown } = guideProgram(language)
    const path = saveProgram(installed, program.replaceAll('http://127.0.0.1:4000', baseUrl))
    const env = { GOODWORD_KEY: keys.apiKey, GOODWORD_SIGNING_KEY: keys.signingKey }
    expect(await installed.run(path, '', env)).toBe(`${shown.replaceAll('http://127.0.0.1:4000', baseUrl)}\n`)
  })
})
