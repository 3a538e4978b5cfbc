import type { FastifyInstance } from 'fastify'

/** Writes a line for each request that was answered. */
export function logRequests(app: FastifyInstance, log: (line: string) => void): void {
  app.addHook('onResponse', async ({ method, url }, reply) => {
    log(`${reply.statusCode} ${method} ${url} ${Math.round(reply.elapsedTime)} ms`)
  })
}
