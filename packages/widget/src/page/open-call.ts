const TIMEOUT_MS = 20_000

/**
 * Calls an operation that pages call without a session, such as `open/widget`, with the identity in the body.
 *
 * @throws TypeError without a network, and DOMException after a timeout
 */
export function openCall(
  alias: string,
  operation: string,
  body: object,
  method: 'POST' | 'PUT' = 'POST',
): Promise<Response> {
  return fetch(`../api/v1/${alias}/open/${operation}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'omit',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
}
