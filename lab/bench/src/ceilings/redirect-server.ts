import fastify from 'fastify'

/**
 * The bare web framework with one route, which redirects and does nothing else: the most that a share link could reach.
 * A program of its own, which prints the address that it listens on.
 */

const app = fastify()
app.get<{ Params: { tenantAlias: string; code: string } }>('/r/:tenantAlias/:code', async (request, reply) =>
  reply.redirect(`https://shop.example.com/?refCode=${request.params.code}`, 302),
)
process.once('SIGTERM', () => process.exit(0))
console.log(`listening at ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
