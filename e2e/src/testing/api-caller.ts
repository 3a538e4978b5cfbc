import type { merchantAt } from '@goodword/server/testing/merchant'

export type ApiCall = Parameters<typeof merchantAt>[0]

/** Calls the API of the tenant over HTTP; `headersOf` authenticates a call, given the key that the call names. */
export function apiCaller(
  url: string,
  tenantAlias: string,
  headersOf: (key?: string | null) => Readonly<Record<string, string>>,
): ApiCall {
  return async (method, path, options = {}) => {
    const { alias = tenantAlias, key, body, headers = {} } = options
    const answer = await fetch(`${url}/api/v1/${alias}${path}`, {
      method,
      headers: {
        ...headersOf(key),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.json(),
    }
  }
}
