import type { JsonAnswer } from '../../protocol/answer.ts'

/** A shop's page comes from elsewhere; without these its browser would keep the answer from it. */
export const crossOrigin: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'content-type, authorization, braintree-version',
  'access-control-max-age': '600',
}

/** The answer to a browser that asks whether it may. */
export const preflightAnswer: JsonAnswer = json(200, {})

export function json(status: JsonAnswer['status'], value: unknown): JsonAnswer {
  return { kind: 'json', status, value, headers: crossOrigin }
}
