import type { FastifyInstance } from 'fastify'

type Watch = {
  /** Something may have changed. */
  readonly changed: () => void
  /** Takes a line for each request; null when nobody wants them. */
  readonly log: ((line: string) => void) | null
}

/** Looks at every request that was answered, of the gateway's own API as well. */
export function watchRequests(app: FastifyInstance, { changed, log }: Watch): void {
  app.addHook('onResponse', async ({ method, url }, reply) => {
    if (method !== 'GET') changed()
    log?.(`${reply.statusCode} ${method} ${url} ${Math.round(reply.elapsedTime)} ms`)
  })
}
