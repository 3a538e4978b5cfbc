import { afterAll, expect, test } from 'vitest'
import type { Route } from '../protocol/route.ts'
import { routes } from '../routes/routes.ts'
import { startSandbox } from '../start.ts'
import { givenMerchant } from '../testing/given-merchant.ts'
import { givenShop } from '../testing/given-shop.ts'
import { type RawRequest, rawRequest } from '../testing/raw-request.ts'

const merchant = givenShop()
const other = givenMerchant('other')
const lines: string[] = []
const sandbox = await startSandbox({
  port: 0,
  merchants: [merchant, other],
  log: (line) => lines.push(line),
})
afterAll(() => sandbox.close())

const ofMerchants = routes.filter(({ caller, method }) => caller !== 'browser' && method !== 'OPTIONS')

function title({ method, path }: Route): string {
  return `${method} ${path}`
}

function requestTo({ method, path }: Route, more: Partial<RawRequest> = {}): RawRequest {
  if (method === 'OPTIONS') throw new Error('unexpected OPTIONS route')
  return { method, path: path.replace(/:\w+/g, 'nothing'), type: 'application/json', ...more }
}

const named = ofMerchants.map((route) => [title(route), route] as const)

test('the table has every path once', () => {
  expect(new Set(routes.map(title)).size).toBe(routes.length)
})

test.each(named)('%s is for those with keys alone', async (_title, route) => {
  const without = await rawRequest(sandbox, merchant, requestTo(route, { headers: { authorization: '' } }))
  expect(without.status).toBe(401)
  expect(without.headers.get('www-authenticate')).toContain('Basic')
  const withOthers = await rawRequest(sandbox, { id: merchant.id, keys: other.keys }, requestTo(route))
  expect(withOthers.status).toBe(401)
  const unknownMerchant = await rawRequest(sandbox, { ...merchant, id: 'nobody' }, requestTo(route))
  expect(unknownMerchant.status).toBe(401)
})

test.each(named)('%s is for versions of the API that there are', async (_title, route) => {
  const answer = await rawRequest(sandbox, merchant, requestTo(route, { headers: { 'x-apiversion': '7' } }))
  expect(answer.status).toBe(426)
})

test.each(named.filter(([, { path }]) => path.includes(':')))(
  '%s finds nothing by an unknown ID',
  async (_title, route) => {
    const body = route.method === 'GET' || route.method === 'DELETE' ? {} : { body: '{}' }
    const answer = await rawRequest(sandbox, merchant, requestTo(route, body))
    expect(answer).toMatchObject({ status: 404, text: ' ' })
  },
)

test.each(named.filter(([, { method }]) => method === 'POST' || method === 'PUT'))(
  '%s refuses what it does not know, and the log says what',
  async (_title, route) => {
    lines.length = 0
    const body = JSON.stringify({ unheard_of: { deeply: 1 } })
    const answer = await rawRequest(sandbox, merchant, requestTo(route, { body }))
    expect(answer).toMatchObject({ status: 403, text: ' ' })
    expect(lines).toContainEqual(expect.stringContaining('unheard_of'))
  },
)

test.each(named.filter(([, { method }]) => method === 'GET' || method === 'DELETE'))(
  '%s refuses what it does not know in its address',
  async (_title, route) => {
    const path = `${route.path.replace(/:\w+/g, 'nothing')}?unheard_of=1`
    const answer = await rawRequest(sandbox, merchant, { ...requestTo(route), path })
    expect(answer.status).toBe(403)
  },
)

test.each(named)('%s answers at a path that ends with a slash as well', async (_title, route) => {
  const { path } = requestTo(route)
  const headers = { 'x-apiversion': '7' }
  const answer = await rawRequest(sandbox, merchant, requestTo(route, { path: `${path}/`, headers }))
  expect(answer.status).toBe(426)
})
