import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { gunzipSync } from 'node:zlib'
import type { PlanCreateRequest } from 'braintree'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../start.ts'
import { sdkFor } from '../testing/given-merchant.ts'
import { givenShop } from '../testing/given-shop.ts'
import { rawRequest } from '../testing/raw-request.ts'

const merchant = givenShop()
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
afterAll(() => sandbox.close())
const gateway = sdkFor(sandbox, merchant)
const [key] = merchant.keys
const authorization = `Basic ${btoa(`${key?.publicKey}:${key?.privateKey}`)}`

/** The characters that XML allows; the gateway leaves out the rest. */
function held(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '')
}

test('every text comes back through the SDK as it was said', async () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom(
      ']]>',
      '<![CDATA[x]]>',
      '&amp;',
      '&#0;',
      'a\u0000b\u0008c',
      '\r\n',
      '😀\ud83d',
      '" \' <b>',
    ),
  )
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const description = `[${text.toWellFormed()}]`
      const { success } = await gateway.plan.update('monthly', { description } as PlanCreateRequest)
      expect(success).toBe(true)
      expect((await gateway.plan.find('monthly')).description).toBe(held(description))
    }),
    { numRuns: 100 },
  )
})

test('an error of any text is read by the SDK', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), async (text) => {
      const result = await gateway.transaction.sale({
        amount: 'wrong',
        paymentMethodToken: text.toWellFormed(),
        customFields: { [text.toWellFormed()]: text.toWellFormed() },
      })
      expect(result.success).toBe(false)
      expect(result.errors.deepErrors().length).toBeGreaterThan(1)
    }),
    { numRuns: 50 },
  )
})

test('an answer is zipped for those who take it, and only for them', async () => {
  const path = `${sandbox.url}/merchants/merchant/discounts`
  const bytesOf = (encoding: string) =>
    new Promise<{ readonly encoding: string | undefined; readonly bytes: Buffer }>((resolve, reject) => {
      request(path, { headers: { authorization, 'accept-encoding': encoding } }, (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('end', () =>
          resolve({ encoding: response.headers['content-encoding'], bytes: Buffer.concat(pieces) }),
        )
      })
        .on('error', reject)
        .end()
    })
  const zipped = await bytesOf('gzip')
  const plain = await bytesOf('identity')
  expect(zipped.encoding).toBe('gzip')
  expect(plain.encoding).toBeUndefined()
  expect(gunzipSync(zipped.bytes).toString()).toBe(plain.bytes.toString())
  expect(plain.bytes.toString()).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<discounts type="array">/,
  )
})

test('answers say that they are XML, by which SDKs know what to do', async () => {
  for (const path of ['/discounts', '/plans/nothing']) {
    const answer = await rawRequest(sandbox, merchant, { method: 'GET', path })
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  }
})

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::1', '[::1]'],
])('the server listens at %s', async (address, host) => {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  // Not on a machine without IPv6.
  if (!addresses.some((each) => each.address === address)) return
  const answer = await fetch(`http://${host}:${sandbox.port}/merchants/merchant/discounts`, {
    headers: { authorization },
  })
  expect(answer.status).toBe(200)
})

test('the log says of what is not simulated that the gateway has it', async () => {
  const lines: string[] = []
  const summary = await startSandbox({ port: 0, merchants: [merchant], log: (line) => lines.push(line) })
  const answer = await fetch(`http://127.0.0.1:${summary.port}/merchants/merchant/venmo_accounts/x`, {
    headers: { authorization },
  })
  expect(answer.status).toBe(404)
  await summary.close()
  expect(lines).toEqual([
    '404 GET /merchants/merchant/venmo_accounts/x: the gateway has Venmo there, which is not simulated',
  ])
})
