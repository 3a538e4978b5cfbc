import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_SECONDS = 300

/** Whether the secret of a receiver signed a request within the last minutes, as Standard Webhooks specifies. */
export function isSigned(
  body: Uint8Array,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  secret: string,
): boolean {
  const [id, sent, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name] ?? ''),
  )
  if (!id || !sent || !signatures || !/^\d{1,12}$/.test(sent)) return false
  if (Math.abs(Date.now() / 1000 - Number(sent)) > TOLERANCE_SECONDS) return false
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const expected = Buffer.from(
    `v1,${createHmac('sha256', key).update(`${id}.${sent}.`).update(body).digest('base64')}`,
  )
  return signatures.split(' ').some((it) => {
    const given = Buffer.from(it)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
