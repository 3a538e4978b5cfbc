import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { BraintreeShop } from './braintree-shop.ts'

/** Sends a notification that the keys of a merchant signed to a URL. Returns the status. */
export async function sendNotification(
  app: FastifyInstance,
  { sdk }: BraintreeShop,
  url: string,
): Promise<number> {
  // The published types lack the kind, and have no promise of it.
  const form: object = await sdk.webhookTesting.sampleNotification(
    'subscription_canceled' as never,
    randomUUID(),
  )
  const { statusCode } = await app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(Object.entries(form)).toString(),
  })
  return statusCode
}
