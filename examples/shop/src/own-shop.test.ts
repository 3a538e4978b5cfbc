import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { startOwnShop } from './own-shop.ts'

/** The program of a merchant, which knows one key. */
const service = Fastify()
service.get('/api/v1/test_acme/program', (request, reply) => {
  const isKnown = request.headers.authorization === `Basic ${btoa('gw_test_key:')}`
  if (isKnown) return reply.send({})
  const refusal = { apiErrorCode: 'UNAUTHORIZED', message: 'no', param: null, requestId: '1', docUrl: 'd' }
  return reply.code(401).send({ statusCode: 401, ...refusal })
})
service.setNotFoundHandler((_request, reply) => reply.send({}))
const serviceUrl = await service.listen({ port: 0, host: '127.0.0.1' })

const shop = await startOwnShop(0, () => undefined)
afterAll(() => Promise.all([shop.close(), service.close()]))

const snippet = `<script>
  window._gw = window._gw || []
  _gw.push(['init', { tenant_alias: 'test_acme' }])
</script>
<script async src="${serviceUrl}/s/v1/goodword.js?tenant=test_acme"></script>`

test('each page leads to the form for the connection until the shop is connected', async () => {
  const answer = await fetch(`${shop.url}/pricing`, { redirect: 'manual' })
  expect(answer.headers.get('location')).toBe('/set-up')
  expect(await (await fetch(`${shop.url}/set-up`)).text()).toContain('Connect this shop to your program.')
})

test.each([
  ['a text that is no snippet', { snippet: 'hello' }, 'This is not the snippet.'],
  ['a key of the other mode', { snippet, apiKey: 'gw_live_key' }, 'test_acme does not accept this key.'],
  ['a key of another program', { snippet, apiKey: 'gw_test_other' }, 'test_acme does not accept this key.'],
  [
    'a gateway that does not answer',
    {
      snippet,
      apiKey: 'gw_test_key',
      gatewayUrl: 'http://127.0.0.1:9',
      merchantId: 'mine',
      publicKey: 'p',
      privateKey: 'q',
    },
    'No gateway answers at this address.',
  ],
])('%s is refused, beside its field', async (_case, fields, text) => {
  const answer = await connect(fields)
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain(text)
})

test('a form of another site does nothing', async () => {
  expect((await connect({ snippet, apiKey: 'gw_test_key' }, 'https://evil.example')).status).toBe(403)
})

test('the pasted snippet is in each page for visitors, with the nonce that the page allows', async () => {
  const answer = await connect({ snippet, apiKey: 'gw_test_key', gatewayUrl: '', merchantId: '' })
  expect(await answer.text()).toContain('The shop is connected.')
  const page = await fetch(`${shop.url}/sign-up`)
  const nonce = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1]
  const text = await page.text()
  expect(text).toContain(`<script nonce="${nonce}">\n  window._gw = window._gw || []\n  _gw.push(['init', {`)
  expect(text).toContain(`<script nonce="${nonce}" async src="${serviceUrl}/s/v1/goodword.js`)
  expect(text).toContain('_gw.push(["autofill","name=referral_code"])')
  const form = await (await fetch(`${shop.url}/set-up`)).text()
  expect(form).not.toContain('gw_test_key')
})

function connect(fields: Readonly<Record<string, string>>, origin = shop.url): Promise<Response> {
  return fetch(`${shop.url}/set-up`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams(fields),
  })
}
