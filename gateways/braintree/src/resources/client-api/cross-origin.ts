import type { JsonAnswer } from '../../protocol/answer.ts'

/** A shop's page has another origin; without these headers its browser would block the response. */
export const crossOrigin: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'content-type, authorization, braintree-version',
  'access-control-max-age': '600',
}

/** The response to a preflight request. */
export const preflightAnswer: JsonAnswer = json(200, {})

export function json(status: JsonAnswer['status'], value: unknown): JsonAnswer {
  return { kind: 'json', status, value, headers: crossOrigin }
}
