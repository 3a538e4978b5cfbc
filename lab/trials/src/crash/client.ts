import { setTimeout as pause } from 'node:timers/promises'
import { callApi } from '@goodword/server/testing/requests/call-api'
import type { Tenant } from '../laboratory/processes/goodword.ts'
import type { Chance } from './chance.ts'
import type { Journal } from './journal.ts'
import type { Answer, Write } from './write.ts'

export type Client = {
  /**
   * Retries until it is acknowledged, as a merchant's server would; null if it was not. It is not retried in
   * a share of the failures; defaults to that of the trial.
   */
  send(write: Write, givenUp?: number): Promise<Answer | null>
  /** Keyed writes whose first run left a claim on the key, which ends by itself. */
  readonly setAside: Write[]
}

export type ClientOptions = {
  readonly urls: readonly string[]
  readonly tenant: Tenant
  readonly journal: Journal
  readonly chance: Chance
  /** Writes that go out twice at the same time, as networks and impatient callers do it. */
  readonly sentTwice: number
  /** Writes that are not retried after a failure: their outcome is unknown. */
  readonly givenUp: number
  /** Aborted when the trial is over. */
  readonly over: AbortSignal
  /** Called with how each request ended, and how long it took. */
  readonly observe?: (outcome: 'success' | 'refusal' | 'failure', tookMs: number, reason: string) => void
}

const ANSWER_WITHIN_MS = 10_000
const TRIES_WHILE_IN_FLIGHT = 8

type Outcome =
  | { readonly kind: 'success' | 'refusal'; readonly answer: Answer }
  | { readonly kind: 'in flight' | 'failure' }

export function createClient(options: ClientOptions): Client {
  const { chance, journal } = options
  const setAside: Write[] = []
  return { send, setAside }

  async function send(write: Write, givenUp = options.givenUp): Promise<Answer | null> {
    const isGivenUp = chance.happens(givenUp)
    for (let inFlight = 0; ; ) {
      const tries = chance.happens(options.sentTwice) ? [attempt(write), attempt(write)] : [attempt(write)]
      const outcomes = await Promise.all(tries)
      for (const it of outcomes) if (it.kind === 'success') journal.promise(write, it.answer)
      const settled =
        outcomes.find((it) => it.kind === 'success') ?? outcomes.find((it) => it.kind === 'refusal')
      if (settled !== undefined && 'answer' in settled) {
        journal.close(write, settled.kind === 'success' ? 'acknowledged' : 'refused', settled.answer)
        return settled.kind === 'success' ? settled.answer : null
      }
      if (outcomes.some((it) => it.kind === 'in flight') && ++inFlight === TRIES_WHILE_IN_FLIGHT) {
        setAside.push(write)
        journal.close(write, 'set aside')
        return null
      }
      if (options.over.aborted || isGivenUp) {
        journal.close(write, 'given up')
        return null
      }
      await pause(20 + chance() * 60)
    }
  }

  async function attempt({ path, body, key }: Write): Promise<Outcome> {
    const startedAt = performance.now()
    const observe = (outcome: 'success' | 'refusal' | 'failure', reason = ''): void =>
      options.observe?.(outcome, performance.now() - startedAt, reason)
    const fail = (reason: string): void => {
      journal.fail(reason)
      observe('failure', reason)
    }
    try {
      const answer = await callApi(chance.pick(options.urls), options.tenant, path, {
        method: 'POST',
        body: body ?? undefined,
        key,
        limitMs: ANSWER_WITHIN_MS,
      })
      const settled: Answer = JSON.parse(await answer.text())
      if (answer.ok) {
        observe('success')
        return { kind: 'success', answer: settled }
      }
      if (settled.apiErrorCode === 'IDEMPOTENCY_KEY_IN_FLIGHT') return { kind: 'in flight' }
      if (answer.status < 500 && answer.status !== 429) {
        observe('refusal')
        return { kind: 'refusal', answer: settled }
      }
      fail(
        `${answer.status} ${settled.apiErrorCode}${answer.headers.has('retry-after') ? '' : ' without Retry-After'}`,
      )
    } catch (error) {
      fail(reasonOf(error))
    }
    return { kind: 'failure' }
  }
}

/** The connection's own word where there is one: ECONNREFUSED, ECONNRESET. A timeout has a name, and a number for a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, name } = Object(error.cause ?? error)
  return String(typeof code === 'string' ? code : name)
}
