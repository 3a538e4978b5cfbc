import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyEvent } from './verify-event.ts'

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`
const body = JSON.stringify({ id: 'evt_1', type: 'referral.converted', data: { name: 'Zoë' } })

function signed(text: string, sent = Math.floor(Date.now() / 1000), id = 'evt_1') {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${sent}.${text}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(sent), 'webhook-signature': `v1,${signature}` }
}

test('an event is read from a signed request, with headers of Node or of fetch', async () => {
  expect(await verifyEvent(body, signed(body), { secret })).toEqual(JSON.parse(body))
  expect(await verifyEvent(body, new Headers(signed(body)), { secret })).toEqual(JSON.parse(body))
})

test('one of several signatures is enough, as while a secret is rotated', async () => {
  const headers = signed(body)
  const two = { ...headers, 'webhook-signature': `v1,AAAA v2,x ${headers['webhook-signature']}` }
  expect(await verifyEvent(body, two, { secret })).not.toBeNull()
})

test.each([
  ['another body', `${body} `, signed(body)],
  ['another event', body, { ...signed(body), 'webhook-id': 'evt_2' }],
  ['a time ten minutes ago', body, signed(body, Math.floor(Date.now() / 1000) - 600)],
  ['a time that is none', body, { ...signed(body), 'webhook-timestamp': 'soon' }],
  ['a signature that is no base64', body, { ...signed(body), 'webhook-signature': 'v1,%%%' }],
  ['no headers', body, {}],
])('a request with %s is not one of the service', async (_what, text, headers) => {
  expect(await verifyEvent(text, headers, { secret })).toBeNull()
})

test('a secret that is none is a mistake of the program, and is not in the message', async () => {
  const wrong = verifyEvent(body, signed(body), { secret: 'gw_sign_key' })
  await expect(wrong).rejects.toThrow(/^secret must be the secret of a webhook receiver/)
})
