import { ApiError } from '@goodword/client'

/**
 * Calls an address of the portal itself, such as those of sign-in, which are no part of the API.
 *
 * @throws ApiError as the client of the API does
 */
export async function portalCall<Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(path, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'manual',
  }).catch((cause: unknown) => {
    throw new ApiError({ code: 'NO_ANSWER', message: 'The service could not be reached.', cause })
  })
  const answer: unknown = await response.json().catch(() => null)
  // The shapes of these addresses are of the same release as this page.
  if (response.ok && answer !== null) return answer as Answer
  throw failureOf(response, answer)
}

function failureOf(response: Response, answer: unknown): ApiError {
  const { apiErrorCode, code, message, param } = (answer ?? {}) as Record<string, unknown>
  const known = textOf(apiErrorCode) ?? textOf(code)
  return new ApiError({
    code: known ?? 'FOREIGN_ANSWER',
    message: textOf(message) ?? `The response has the status ${response.status}.`,
    status: response.status,
    param: textOf(param),
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
  })
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function secondsOf(header: string | null): number | null {
  return header !== null && /^\d+$/.test(header) ? Number(header) : null
}
