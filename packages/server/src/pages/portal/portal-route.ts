import type { ShapeOf } from '@goodword/contract/frame/shape'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Context } from '../../frame/context.ts'
import { requireOwnOrigin } from '../../frame/http/access/own-origin.ts'

export type PortalCall<Body> = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly body: Body
}

type Route<Body extends TSchema> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: `/portal/${string}`
  /** The shape of the body; null for none. */
  readonly body: Body | null
  readonly status?: 201 | 202
  readonly answer: (call: PortalCall<ShapeOf<Body>>) => Promise<unknown>
}

/** The longest form of the portal has a few hundred bytes, and a passkey's answer a few thousand. */
const BODY_LIMIT_BYTES = 16 * 1024

/** Adds an address of the portal: JSON in and out, never cached, and writes from its own pages alone. */
export function portalRoute<Body extends TSchema>(
  app: FastifyInstance,
  ctx: Context,
  route: Route<Body>,
): void {
  const { method, url, body, status = 200, answer } = route
  app.route({
    method,
    url,
    bodyLimit: BODY_LIMIT_BYTES,
    ...(body === null ? {} : { schema: { body } }),
    onRequest: async (request) => {
      if (method !== 'GET') requireOwnOrigin(request.headers, ctx.baseUrl)
    },
    handler: async (request, reply) => {
      reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer')
      // The schema has just checked the body.
      const answered = await answer({ request, reply, body: request.body as ShapeOf<Body> })
      return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(answered))
    },
  })
}
