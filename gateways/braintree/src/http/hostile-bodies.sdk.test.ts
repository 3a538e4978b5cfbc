import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { routes } from '../routes/routes.ts'
import { startSandbox } from '../start.ts'
import { givenShop } from '../testing/given-shop.ts'
import { givenSubscriber } from '../testing/given-subscriber.ts'
import { rawRequest } from '../testing/raw-request.ts'

const merchant = givenShop()
givenSubscriber(merchant)
const lines: string[] = []
const sandbox = await startSandbox({ port: 0, merchants: [merchant], log: (line) => lines.push(line) })
afterAll(() => sandbox.close())

const JSON_TYPE = 'application/json'
const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><x>&b;</x>`
const outside = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><x>&f;</x>'

test.each([
  ['an entity bomb', 'application/xml', bomb, 400],
  ['an entity from outside', 'application/xml', outside, 400],
  ['an undeclared entity', 'application/xml', '<x>&boom;</x>', 400],
  ['deep XML', 'application/xml', '<a>'.repeat(50_000) + '</a>'.repeat(50_000), 400],
  ['XML that does not end', 'application/xml', '<customer><id>', 400],
  ['deep JSON', JSON_TYPE, `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`, 400],
  ['deep lists', JSON_TYPE, `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400],
  ['JSON that does not end', JSON_TYPE, '{"customer":', 400],
  ['JSON that is no object', JSON_TYPE, '[]', 400],
  ['a form that is deep', 'application/x-www-form-urlencoded', `a${'[b]'.repeat(10_000)}=c`, 400],
  ['two megabytes', JSON_TYPE, `{"customer":"${'x'.repeat(2_000_000)}"}`, 413],
  ['very many siblings', 'application/xml', `<customer>${'<id/>'.repeat(150_000)}</customer>`, 403],
])('%s is rejected', async (_what, type, body, status) => {
  const answer = await rawRequest(sandbox, merchant, { method: 'POST', path: '/customers', type, body })
  expect(answer.status).toBe(status)
})

test('bytes that are no text cause no server error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), fc.boolean(), async (bytes, isJson) => {
      const type = isJson ? JSON_TYPE : 'application/xml'
      const body = new Uint8Array(bytes)
      const answer = await rawRequest(sandbox, merchant, { method: 'POST', path: '/customers', type, body })
      expect(answer.status).toBeLessThan(500)
    }),
    { numRuns: 100 },
  )
})

/** Values of the wrong kind for nearly everything. */
const strange = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    'null',
    'NaN',
    '-1',
    '0',
    '1e9',
    '2026-13-45',
    [],
    {},
    [null],
    [[]],
  ),
  fc.constantFrom<unknown>('\u0000', '\ud800', '<x/>', ']]>', '99999999999999999999', true, -0.5, { x: 1 }),
  fc.string({ maxLength: 300 }),
)

type Known = { readonly [key: string]: unknown }

/** A body of the right shape whose values are anything. */
function bodyOf(shape: unknown): fc.Arbitrary<unknown> {
  if (typeof shape === 'string') return strange
  if (Array.isArray(shape)) return fc.array(bodyOf(shape[0]), { maxLength: 3 })
  const fields = Object.entries(shape as Known).map(([key, each]): [string, fc.Arbitrary<unknown>] => [
    key,
    fc.oneof({ weight: 4, arbitrary: bodyOf(each) }, { weight: 1, arbitrary: strange }),
  ])
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
}

const writing = routes.filter(
  ({ body, method }) => body !== undefined && (method === 'POST' || method === 'PUT'),
)

test.each(writing.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s never fails, with any parameters',
  async (_title, route) => {
    const path = route.path.replace(/:\w+/g, 'jane')
    await fc.assert(
      fc.asyncProperty(bodyOf(route.body), async (params) => {
        lines.length = 0
        const body = JSON.stringify(params)
        const method = route.method === 'PUT' ? 'PUT' : 'POST'
        const answer = await rawRequest(sandbox, merchant, { method, path, type: JSON_TYPE, body })
        expect(answer.status, lines.join('\n')).toBeLessThan(500)
      }),
      { numRuns: 25 },
    )
  },
)
