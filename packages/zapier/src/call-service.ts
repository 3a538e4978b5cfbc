import { ApiError, type Client, createClient } from '@goodword/client'
import type { Bundle, Zapier } from './zapier.ts'

/** The wait of Zapier before it repeats a call that came too early, when the service named none. */
const PAUSE_SECONDS = 30

/**
 * Calls the service that the user connected. Requests go through Zapier, which shows them to the user; a refusal is an error
 * with the sentence of the service.
 */
export async function callService<Result>(
  zapier: Zapier,
  { authData }: Bundle,
  call: (goodword: Client) => PromiseLike<Result>,
): Promise<Result> {
  try {
    return await call(clientOf(zapier, authData))
  } catch (error) {
    if (error instanceof TypeError) throw new zapier.errors.Error(error.message, 'CONNECTION')
    if (!(error instanceof ApiError)) throw error
    const { message, code, status, retryAfterSeconds } = error
    if (status === 429) throw new zapier.errors.ThrottledError(message, retryAfterSeconds ?? PAUSE_SECONDS)
    throw new zapier.errors.Error(message, code, status ?? undefined)
  }
}

function clientOf(
  zapier: Zapier,
  { baseUrl = '', tenantAlias = '', apiKey = '' }: Bundle['authData'],
): Client {
  return createClient({
    baseUrl: baseUrl.trim(),
    tenantAlias: tenantAlias.trim(),
    apiKey: apiKey.trim(),
    // Zapier ends a step after 30 seconds, and repeats those that failed.
    retries: 1,
    timeoutMs: 12_000,
    fetch: async (url, { method, headers, body, redirect }) => {
      const rest = { redirect, skipThrowForStatus: true, ...(body === undefined ? {} : { body }) } as const
      const answer = await zapier.request({ url, method, headers, ...rest })
      return {
        status: answer.status,
        headers: { get: (name) => answer.getHeader(name) ?? null },
        text: async () => answer.content,
      }
    },
  })
}

/** Returns null instead of what the service does not have: a search without a result. */
export async function foundBy<Result>(call: PromiseLike<Result>): Promise<Result | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
