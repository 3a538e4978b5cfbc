import { setTimeout as pause } from 'node:timers/promises'
import type { Tenant } from '../laboratory/processes/goodword.ts'

type Send = { readonly method: 'GET' | 'POST' | 'PUT'; readonly path: string; readonly body?: object }

export type MerchantClient = (request: Send) => Promise<Readonly<Record<string, unknown>>>

const ANSWER_WITHIN_MS = 20_000
const GIVEN_UP_AFTER_MS = 120_000

/** Calls the API as a merchant's server does: what fails without being refused is sent again. */
export function merchantClient(url: string, { alias, apiKey }: Tenant): MerchantClient {
  return async ({ method, path, body }) => {
    const limit = performance.now() + GIVEN_UP_AFTER_MS
    for (let failure = ''; performance.now() < limit; await pause(50)) {
      try {
        const answer = await fetch(`${url}/api/v1/${alias}${path}`, {
          method,
          headers: {
            ...(path.startsWith('/open/') ? {} : { authorization: `Basic ${btoa(`${apiKey}:`)}` }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        })
        const text = await answer.text()
        if (answer.ok) return JSON.parse(text)
        failure = `${method} ${path} is ${answer.status}: ${text}`
      } catch {
        continue
      }
      if (/ is 4(?!29)/.test(failure)) throw new Error(failure)
    }
    throw new Error(`${method} ${path} did not succeed within ${GIVEN_UP_AFTER_MS / 1000} s`)
  }
}
