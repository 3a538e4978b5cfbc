import { Refusal } from '@goodword/contract/refusal'
import type { FastifyInstance } from 'fastify'

/** What stands between the service and its work, by name: a sentence without secrets, or null where all is well. */
export type Readiness = Readonly<Record<string, string | null>>

const RETRY_AFTER_SECONDS = 2

/**
 * `GET /livez`: the process answers. `GET /readyz`: everything it needs is there, or 503 with what is not. Balancers ask
 * all the time, so only a change is worth a line in the log.
 */
export function serveHealth(app: FastifyInstance, ready: () => Promise<Readiness>): void {
  let isKnownReady = true

  app.get('/livez', async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ status: 'ok' }),
  )

  app.get('/readyz', async (_request, reply) => {
    const checks = await ready()
    const problems = Object.entries(checks).filter(([, problem]) => problem !== null)
    const isReady = problems.length === 0
    if (isReady !== isKnownReady) {
      if (isReady) app.log.warn('ready again')
      else app.log.warn({ problems: Object.fromEntries(problems) }, 'not ready')
    }
    isKnownReady = isReady
    if (!isReady) {
      const told = problems.map(([name, problem]) => `${name}: ${problem}`).join('; ')
      throw new Refusal('SERVICE_UNAVAILABLE', `Not ready (${told}).`, null, RETRY_AFTER_SECONDS)
    }
    return reply.header('Cache-Control', 'no-store').send({ status: 'ok', checks })
  })
}
