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
  throw failureOf(answer, response.status, (name) => response.headers.get(name))
}

/** The error that the service answered; `headerOf` reads a header of its answer. */
export function failureOf(
  answer: unknown,
  status: number,
  headerOf: (name: string) => string | null,
): ApiError {
  const { apiErrorCode, code, message, param } = (answer ?? {}) as Record<string, unknown>
  const known = textOf(apiErrorCode) ?? textOf(code)
  return new ApiError({
    code: known ?? 'FOREIGN_ANSWER',
    message: textOf(message) ?? `The response has the status ${status}.`,
    status,
    param: textOf(param),
    requestId: headerOf('x-request-id'),
    retryAfterSeconds: secondsOf(headerOf('retry-after')),
  })
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function secondsOf(header: string | null): number | null {
  return header !== null && /^\d+$/.test(header) ? Number(header) : null
}
