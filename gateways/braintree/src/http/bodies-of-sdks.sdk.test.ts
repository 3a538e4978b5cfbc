import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../start.ts'
import { givenShop } from '../testing/given-shop.ts'
import { rawRequest } from '../testing/raw-request.ts'

const merchant = givenShop()
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
afterAll(() => sandbox.close())

const create = (body: string | Uint8Array<ArrayBuffer>, type = 'application/xml') =>
  rawRequest(sandbox, merchant, { method: 'POST', path: '/customers', body, type })

test.each([
  ['Ruby writes an empty hash', '<customer>\n</customer>'],
  [
    'Ruby writes an empty hash inside of another',
    '<customer>\n  <credit-card>\n  </credit-card>\n</customer>',
  ],
  ['PHP writes an empty hash', '<customer>\n <credit-card type="array"/>\n</customer>'],
  ['PHP writes no custom fields', '<customer><custom-fields type="array"/></customer>'],
  ['a line without breaks', '<?xml version="1.0"?><customer><first-name>Ada</first-name></customer>'],
])('a customer is created from XML as %s', async (_how, body) => {
  const answer = await create(body)
  expect(answer.status).toBe(201)
  expect(answer.text).toContain('<credit-cards type="array"/>')
})

test('Latin-1 is read where it is declared, and refused where it is not', async () => {
  const body = (declaration: string) =>
    new Uint8Array(Buffer.from(`${declaration}<customer><first-name>Zoë</first-name></customer>`, 'latin1'))
  const declared = await create(body('<?xml version="1.0" encoding="ISO-8859-1"?>'))
  expect(declared.text).toContain('<first-name>Zoë</first-name>')
  const named = await create(body(''), 'application/xml; charset=iso-8859-1')
  expect(named.text).toContain('<first-name>Zoë</first-name>')
  expect((await create(body(''))).status).toBe(400)
})

test('every element of an answer begins on a line of its own', async () => {
  const { text } = await create(
    '<customer><custom-fields><referral-coupon>A</referral-coupon></custom-fields></customer>',
  )
  expect(text).toContain('\n<custom-fields>\n<referral-coupon>A</referral-coupon>\n</custom-fields>\n')
  expect(text).not.toMatch(/><[^/]/)
  const { text: without } = await create('<customer/>')
  expect(without).toContain('\n<custom-fields></custom-fields>\n')
})

test('the control API refuses bytes that are not text', async () => {
  const answer = await fetch(`${sandbox.url}/sandbox/merchants`, {
    method: 'POST',
    body: new Uint8Array([0x7b, 0xff, 0x7d]),
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: { code: 'INVALID' } })
})

test.each(['/unheard_of', '/disputes/x', '/customers/x'])(
  'the response without keys does not show what exists at %s',
  async (path) => {
    const badCallers = [{ authorization: '' }, { authorization: `Basic ${btoa('merchant_public:wrong')}` }]
    for (const headers of badCallers) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await rawRequest(sandbox, merchant, { method, path, headers })
        expect(answer.status).toBe(401)
      }
    }
    const known = await rawRequest(sandbox, merchant, { method: 'GET', path })
    expect(known.status).toBe(404)
  },
)
