/** A call of the API as a merchant's server or page sends it over HTTP. */
export type ApiRequest = {
  /** GET without a body, and else POST, unless it is named. */
  readonly method?: string
  readonly body?: unknown
  /** The Idempotency-Key. */
  readonly key?: string | null
  /** The time after which the request is given up, in milliseconds. */
  readonly limitMs?: number
}

/** Calls a path of a tenant, whose `apiKey` pages do not have. */
export function callApi(
  url: string,
  { alias, apiKey }: { readonly alias: string; readonly apiKey: string },
  path: string,
  { method, body, key = null, limitMs }: ApiRequest = {},
): Promise<Response> {
  return fetch(`${url}/api/v1/${alias}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(path.startsWith('/open/') ? {} : { authorization: `Basic ${btoa(`${apiKey}:`)}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === null ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(limitMs === undefined ? {} : { signal: AbortSignal.timeout(limitMs) }),
  })
}
