import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { type TwoServers, twoServers } from './two-servers.ts'

const BODY_LIMIT = 1024 * 1024

/** An HTTP server of this machine, without routes; bodies are texts, as `textOf` reads them from their bytes. */
export function createApp(textOf: (bytes: Buffer, type: string | undefined) => string): {
  readonly app: FastifyInstance
  readonly servers: TwoServers
} {
  const servers = twoServers()
  const app = Fastify({
    serverFactory: servers.factory,
    bodyLimit: BODY_LIMIT,
    // Some SDKs end the paths of lists with a slash.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // A request that is delayed by a fault rule must not delay the shutdown.
    forceCloseConnections: true,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async ({ headers }: FastifyRequest, body: Buffer) =>
    textOf(body, headers['content-type']),
  )
  return { app, servers }
}

/** The status of an error of the framework: 400 to 499 for a fault of the request, otherwise 500. */
export function statusOfError(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500 ? status : 500
}
