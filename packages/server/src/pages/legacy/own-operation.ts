import { type ErrorCode, errors } from '@goodword/contract/frame/errors'
import { API_PREFIX } from '@goodword/contract/frame/openapi/openapi'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The operations that a server's call of the former service is translated to. */
export type OwnOperations = {
  readonly get: <Answer>(path: string) => Promise<Answer>
  readonly post: <Answer>(path: string, body: object, headers?: Record<string, string>) => Promise<Answer>
  readonly remove: (path: string) => Promise<void>
  /** A file by its address, as it is read. */
  readonly download: (address: string) => Promise<AsyncIterable<Buffer>>
}

type OwnCall = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly body?: object
  readonly headers?: Record<string, string>
}

/**
 * Reaches our own operations within the process, with the key of the request that is answered: scopes, limits, audit log and
 * validation are those of every other call. A refusal is thrown as one of this request.
 */
export function ownOperations(app: FastifyInstance, request: FastifyRequest, alias: string): OwnOperations {
  async function send({ method, url, body, headers = {} }: OwnCall): Promise<string> {
    const answer = await app.inject({
      method,
      url,
      remoteAddress: request.ip,
      headers: { ...headers, ...callerHeaders(request) },
      ...(body === undefined ? {} : { payload: body }),
    })
    if (answer.statusCode >= 400) throw refusalOf(answer.statusCode, answer.payload, answer.headers)
    return answer.payload
  }
  const at = (path: string) => {
    refuseDots(path)
    return `${API_PREFIX.replace('{tenantAlias}', alias)}${path}`
  }
  return {
    get: async (path) => JSON.parse(await send({ method: 'GET', url: at(path) })),
    post: async (path, body, headers = {}) =>
      JSON.parse(await send({ method: 'POST', url: at(path), body, headers })),
    remove: async (path) => {
      await send({ method: 'DELETE', url: at(path) })
    },
    download: async (address) => {
      const { pathname, search } = new URL(address)
      const answer = await app.inject({
        ...{ method: 'GET', url: pathname + search, remoteAddress: request.ip, payloadAsStream: true },
        headers: callerHeaders(request),
      })
      const file = answer.stream()
      if (answer.statusCode < 400) return file
      const chunks: Buffer[] = []
      for await (const chunk of file) chunks.push(Buffer.from(chunk))
      throw refusalOf(answer.statusCode, Buffer.concat(chunks).toString(), answer.headers)
    },
  }
}

/** An ID of dots alone would lead to another path: it means a folder there, also when it is encoded. */
function refuseDots(path: string): void {
  const [address = ''] = path.split('?', 1)
  if (!address.split('/').some((it) => it === '.' || it === '..')) return
  throw new Refusal(
    'VALIDATION_FAILED',
    'An ID cannot be "." or "..". Send the ID of an account.',
    'accountId',
  )
}

/** No cookie is among them: a session of staff has no part in calls of the former service. */
function callerHeaders({ headers }: FastifyRequest): Record<string, string> {
  const { authorization, 'user-agent': userAgent } = headers
  return {
    ...(authorization === undefined ? {} : { authorization }),
    ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
  }
}

function refusalOf(status: number, text: string, headers: Readonly<Record<string, unknown>>): Error {
  const { apiErrorCode, message, param } = JSON.parse(text)
  if (!Object.hasOwn(errors, apiErrorCode)) {
    return new Error(`an operation refused a translated call with ${status} and no known code`)
  }
  const retryAfter = headers['retry-after']
  return new Refusal(
    // Just looked up among the codes.
    apiErrorCode as ErrorCode,
    message,
    param,
    retryAfter === undefined ? null : Number(retryAfter),
  )
}
