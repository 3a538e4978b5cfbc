import { Refusal } from '@goodword/contract/frame/refusal'
import { LAST_TIME } from '@goodword/domain/values/last-time'

export type ClockMove = { readonly merchantId: string; readonly now: number }

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.]\d{1,3})?Z$/

/**
 * The body that a gateway sends to its barrier.
 *
 * @throws Refusal VALIDATION_FAILED that names the field
 */
export function parseClockMove(body: unknown): ClockMove {
  const { merchantId, now } = typeof body === 'object' && body !== null ? (body as Partial<ClockMove>) : {}
  if (typeof merchantId !== 'string' || merchantId === '') {
    throw new Refusal('VALIDATION_FAILED', '"merchantId" must be the connected merchant.', 'merchantId')
  }
  const time = timeOf(now)
  if (time !== null) return { merchantId, now: time }
  const message =
    '"now" must be a time from 1970 to 9999, in ISO 8601 with "Z" or in milliseconds since the epoch.'
  throw new Refusal('VALIDATION_FAILED', message, 'now')
}

function timeOf(value: unknown): number | null {
  const time = typeof value === 'string' && ISO_TIME.test(value) ? Date.parse(value) : value
  return typeof time === 'number' && Number.isSafeInteger(time) && time >= 0 && time <= LAST_TIME
    ? time
    : null
}
