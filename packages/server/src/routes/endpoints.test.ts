import { allEndpoints } from '@goodword/contract/all-endpoints'
import type { Endpoint } from '@goodword/contract/frame/endpoint'
import { describe, expect, it } from 'vitest'
import { asAcme, createFrame, ownerCookie } from '../frame/http/server/test-frame.ts'

const { app, serve } = createFrame()
for (const endpoint of allEndpoints) {
  const { answer } = endpoint.example
  // The type of the list does not say which endpoint has which responses, so the type of a handler’s reply is lost.
  const reply: unknown = hasSeveral(endpoint) ? { status: successOf(endpoint), answer } : answer
  serve(endpoint, async () => reply as never)
}

describe('every endpoint of the contract', () => {
  it.each(allEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s takes its example and answers it',
    async (_, endpoint) => {
      const answer = await app.inject({
        method: endpoint.method,
        url: `/api/v1/acme${endpoint.path.replaceAll(/\{\w+\}/g, 'BOBT4K9QX')}`,
        query: { ...endpoint.example.query },
        headers: { ...callerOf(endpoint), 'idempotency-key': 'example', ...contentTypeOf(endpoint) },
        ...(endpoint.example.body === undefined ? {} : { payload: endpoint.example.body as object }),
      })
      expect(answer.json()).toEqual(endpoint.example.answer)
      expect(answer.statusCode).toBe(successOf(endpoint))
    },
  )
})

/** Endpoints of the merchant are out of reach of keys. */
function callerOf({ belongsTo }: Endpoint): Readonly<Record<string, string>> {
  return belongsTo === 'merchant' ? ownerCookie : asAcme
}

function contentTypeOf({ upload: [contentType] = [] }: Endpoint): Readonly<Record<string, string>> {
  return contentType === undefined ? {} : { 'content-type': contentType }
}

function hasSeveral({ success }: Endpoint): boolean {
  return Object.keys(success).length > 1
}

/** The result of the first execution of a request. */
function successOf({ success }: Endpoint): number {
  return Number(Object.keys(success)[0])
}
