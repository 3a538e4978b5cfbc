import { createHmac } from 'node:crypto'

/** The headers of a webhook request, signed as Standard Webhooks specifies and as the service signs. */
export function signedHeaders(
  { id, body, now }: { readonly id: string; readonly body: string; readonly now: number },
  secret: string,
): Readonly<Record<string, string>> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const sent = Math.floor(now / 1000)
  const signature = createHmac('sha256', key).update(`${id}.${sent}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'Goodword-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(sent),
    'webhook-signature': `v1,${signature}`,
  }
}
