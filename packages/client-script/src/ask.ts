import { warn } from './attempt.ts'

export const MAX_TRIES = 5

/** The fields of a call that mean nothing for the others. An id or a signature is never left out. */
const OPTIONAL = /email|name$|locale|status|provider|code$/

/**
 * Calls the service, with retries and backoff while it is unavailable or busy, after its `Retry-After`. An optional field that it
 * refuses is left out. Only the body identifies the user: no cookie is sent. A request in flight outlives the page, and
 * a pending retry is sent when the page is left.
 *
 * @throws Error when the service refuses or stays away; its `cause` is the answer of the service
 */
export async function ask(address: string, body?: object): Promise<unknown> {
  const MAX_RETRY_AFTER_SECONDS = 30
  for (let tries = 1; ; tries++) {
    let isFinal = tries >= MAX_TRIES
    let retryAfter = 0
    try {
      const answer = await fetch(address, {
        credentials: 'omit',
        keepalive: true,
        ...(body && {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }),
      })
      retryAfter = +(answer.headers.get('Retry-After') as string)
      const result = await answer.json()
      if (answer.ok) return result
      const { param, message } = result
      if (body && OPTIONAL.test(param)) {
        warn(`${param} is left out: ${message}`)
        body = { ...body, [param]: undefined }
        continue
      }
      // These pass: a slow network, too many calls, a service that is away.
      isFinal ||= !/408|429|5../.test(answer.status as never) || retryAfter > MAX_RETRY_AFTER_SECONDS
      throw new Error(message, { cause: result })
    } catch (error) {
      if (isFinal) throw error
    }
    await backOff(tries, retryAfter)
  }
}

/** Waits before another try, longer after each. */
export function backOff(tries: number, retryAfterSeconds = 0): Promise<unknown> {
  return pause(1000 * (retryAfterSeconds + 2 ** tries * Math.random()))
}

/** Ends with the page at the latest. */
export function pause(milliseconds: number): Promise<unknown> {
  return new Promise((go) => {
    setTimeout(go, milliseconds)
    addEventListener('pagehide', go)
  })
}
