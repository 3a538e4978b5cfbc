import { setTimeout as sleep } from 'node:timers/promises'
import {
  BrokenCircuitError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleAll,
} from 'cockatiel'
import { stopwatch } from '../foundation/clock.ts'
import { TokenBuckets } from '../foundation/token-bucket.ts'
import type { MailServer, OutgoingMail, SendOutcome, UnavailableServer } from './mail-server.ts'
import type { SmtpSettings } from './smtp-address.ts'
import { type DeliveryTimeouts, smtpClient } from './smtp-client.ts'
import { outcomeOfError } from './smtp-error.ts'

export type MailServerLimits = DeliveryTimeouts & {
  /** Connections at a time. */
  readonly maxConcurrent: number
  /** Tenants whose e-mails are sent at a time. */
  readonly maxRuns: number
  readonly perSecond: number
  /** The number of failures in a row that open the circuit breaker, and for how long. */
  readonly failuresToOpen: number
  readonly openMs: number
}

const defaultLimits: MailServerLimits = {
  connectMs: 10_000,
  silenceMs: 30_000,
  deadlineMs: 45_000,
  maxConcurrent: 4,
  // More would wait for the same few connections.
  maxRuns: 4,
  perSecond: 10,
  failuresToOpen: 3,
  openMs: 30_000,
}

/** The mail server of a process: limited in number and rate, and not called while it does not work. */
export function openMailServer(settings: SmtpSettings, given: Partial<MailServerLimits> = {}): MailServer {
  const limits = { ...defaultLimits, ...given }
  const slots = bulkhead(limits.maxConcurrent, Number.POSITIVE_INFINITY)
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: limits.openMs,
    breaker: new ConsecutiveBreaker(limits.failuresToOpen),
  })
  const { perSecond } = limits
  const turns = new TokenBuckets({ stopwatch, perSecond, burst: perSecond, maxBuckets: 1 })
  let openedAt = 0
  let latest: UnavailableServer = { kind: 'unavailable', reason: 'SERVER_UNREACHABLE', replyCode: null }
  breaker.onBreak(() => {
    openedAt = stopwatch.now()
  })
  let runs = 0

  const deliver = smtpClient(settings, limits)

  async function attempt(mail: OutgoingMail, signal: AbortSignal): Promise<SendOutcome> {
    try {
      return { kind: 'accepted', replyCode: await deliver(mail, signal) }
    } catch (error) {
      const outcome = outcomeOfError(error)
      if (outcome.kind !== 'unavailable') return outcome
      latest = outcome
      // Counted by the circuit breaker.
      throw error
    }
  }

  return {
    pausedMs: () =>
      breaker.state === CircuitState.Open ? Math.max(0, openedAt + limits.openMs - stopwatch.now()) : 0,
    send: (mail, signal) =>
      slots.execute(async () => {
        for (let left = turns.take(''); left < 0; left = turns.take('')) {
          await sleep(Math.ceil((-left * 1000) / perSecond))
        }
        try {
          return await breaker.execute(() => attempt(mail, signal))
        } catch (error) {
          return error instanceof BrokenCircuitError ? latest : outcomeOfError(error)
        }
      }),
    inRun(work) {
      if (runs >= limits.maxRuns) return null
      runs += 1
      return work().finally(() => {
        runs -= 1
      })
    },
  }
}
