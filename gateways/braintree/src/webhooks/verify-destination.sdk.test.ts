import { givenListener } from '@goodword/sandbox/testing/given-listener'
import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../start.ts'
import { givenMerchant, sdkFor } from '../testing/given-merchant.ts'
import { verifyDestination } from './verify-destination.ts'

const merchant = givenMerchant()
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
// The type of the official SDK lacks it.
const { webhookNotification } = sdkFor(sandbox, merchant) as unknown as {
  readonly webhookNotification: { verify(challenge: string): string }
}
const listener = await givenListener(({ url }, response) => {
  const challenge = new URL(url, 'http://listener').searchParams.get('bt_challenge') ?? ''
  const answers: Readonly<Record<string, string>> = {
    '/right': webhookNotification.verify(challenge),
    '/wrong-key': `merchant_public|${'0'.repeat(40)}`,
  }
  const answer = answers[url.split('?')[0] ?? '']
  response.statusCode = answer === undefined ? 404 : 200
  response.end(answer)
})
afterAll(async () => {
  await sandbox.close()
  await listener.close()
})

test('a listener that answers the challenge by the official SDK is verified', async () => {
  const result = await verifyDestination(sandbox.gateway, merchant, `${listener.url}/right?already=there`)
  expect(result).toEqual({ kind: 'verified', publicKey: 'merchant_public' })
})

test.each([
  ['/wrong-key', 'the response is not signed with a key of the merchant'],
  ['/unknown', 'the response has status 404'],
])('one that answers otherwise is not: %s', async (path, message) => {
  const result = await verifyDestination(sandbox.gateway, merchant, `${listener.url}${path}`)
  expect(result).toEqual({ kind: 'refused', message })
})

test('an address without a server is not verified', async () => {
  const result = await verifyDestination(sandbox.gateway, merchant, 'http://127.0.0.1:1/')
  expect(result).toMatchObject({ kind: 'refused', message: expect.stringContaining('ECONNREFUSED') })
})
