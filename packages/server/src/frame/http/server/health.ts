import { Refusal } from '@goodword/contract/frame/refusal'
import type { FastifyInstance } from 'fastify'
import { type Clock, stopwatch as processTime } from '../../../engine/foundation/clock.ts'

/** The problem of each check: a text without secrets, or null if the check passes. */
export type Readiness = Readonly<Record<string, string | null>>

const RETRY_AFTER_SECONDS = 2
/** Lets operator commands check that their own service responds. */
export const INSTANCE_HEADER = 'Goodword-Instance'

/**
 * `GET /livez`: the process responds. `GET /readyz`: all checks pass, or 503 with the checks that fail and for
 * how long. Load balancers check constantly, so only a change is logged.
 */
export function serveHealth(
  app: FastifyInstance,
  ready: () => Promise<Readiness>,
  instance: (() => string) | null = null,
  stopwatch: Clock = processTime,
): void {
  /** When each failing check was first seen to fail. */
  const failingSince = new Map<string, number>()

  app.get('/livez', { config: { isProbe: true } }, async (_request, reply) => {
    if (instance !== null) reply.header(INSTANCE_HEADER, instance())
    return reply.header('Cache-Control', 'no-store').send({ status: 'ok' })
  })

  app.get('/readyz', { config: { isProbe: true } }, async (_request, reply) => {
    if (instance !== null) reply.header(INSTANCE_HEADER, instance())
    const checks = await ready()
    const problems = noteProblems(checks)
    if (problems.length > 0) {
      const text = problems.map(({ name, problem, forMs }) => `${name}: ${problem}, ${secondsText(forMs)}`)
      throw new Refusal('SERVICE_UNAVAILABLE', `Not ready (${text.join('; ')}).`, null, RETRY_AFTER_SECONDS)
    }
    return reply.header('Cache-Control', 'no-store').send({ status: 'ok', checks })
  })

  /** The failing checks and for how long each has been failing. Only a change of them is logged. */
  function noteProblems(checks: Readiness): readonly Problem[] {
    const now = stopwatch.now()
    const failing = Object.entries(checks).flatMap(([name, problem]) =>
      problem === null ? [] : [{ name, problem }],
    )
    const names = new Set(failing.map((it) => it.name))
    const began = failing.filter(({ name }) => !failingSince.has(name))
    const longest = Math.max(0, ...[...failingSince.values()].map((since) => now - since))
    for (const { name } of began) failingSince.set(name, now)
    const hadFailed = failingSince.size > 0
    for (const name of failingSince.keys()) if (!names.has(name)) failingSince.delete(name)

    if (began.length > 0) {
      app.log.warn({ problems: Object.fromEntries(failing.map((it) => [it.name, it.problem])) }, 'not ready')
    } else if (hadFailed && failing.length === 0) {
      app.log.warn({ notReadyMs: Math.round(longest) }, 'ready again')
    }
    return failing.map((it) => ({ ...it, forMs: now - (failingSince.get(it.name) ?? now) }))
  }
}

type Problem = { readonly name: string; readonly problem: string; readonly forMs: number }

function secondsText(milliseconds: number): string {
  return `for ${Math.round(milliseconds / 1000)} s`
}
