import { Refusal } from '@goodword/contract/frame/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../../administration/assistants/redirect-uri.ts'
import type { Context } from '../../frame/context.ts'

/** The headers of an answer that a page reads. No session has an ID: each request is complete in itself. */
const EXPOSED = 'WWW-Authenticate, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy'

/**
 * Lets assistants that are pages in a browser call an address, which each route of it begins with. Any page may, without
 * credentials: no cookie is read there, so that a page has no more rights than the token that it sends.
 *
 * Pages without encryption may not, but those of the person's own machine. An attacker could give their host the address of a service
 * in a private network, and read the answers (DNS rebinding); that takes a certificate otherwise. Their frames may have the origin
 * `null`. Programs send no origin, or one of their own scheme.
 *
 * @throws Refusal FORBIDDEN_ORIGIN
 */
export function allowPages({ baseUrl }: Pick<Context, 'baseUrl'>) {
  const own = new URL(baseUrl).origin
  return async ({ headers: { origin } }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (origin !== undefined && origin !== own && !isAllowed(origin)) {
      throw new Refusal(
        'FORBIDDEN_ORIGIN',
        'Pages without encryption may not call this. Open the page over https, or on your own machine.',
      )
    }
    reply.header('Access-Control-Allow-Origin', '*').header('Access-Control-Expose-Headers', EXPOSED)
  }
}

/** Responds to the preflight requests of browsers: what a page may call an address with. */
export function servePreflights(
  app: FastifyInstance,
  ctx: Pick<Context, 'baseUrl'>,
  paths: readonly string[],
): void {
  for (const path of paths) {
    app.options(path, { onRequest: allowPages(ctx) }, (_request, reply) =>
      reply
        .code(204)
        .header('Access-Control-Allow-Methods', 'GET, POST')
        // The protocol adds headers with its versions. A wildcard alone leaves out the first one.
        .header('Access-Control-Allow-Headers', 'Authorization, *')
        .header('Access-Control-Max-Age', '600')
        .send(),
    )
  }
}

function isAllowed(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  return url.protocol !== 'http:' || isLoopback(url)
}
