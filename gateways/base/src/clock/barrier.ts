import { setTimeout as pause } from 'node:timers/promises'
import { lateRequestsDone } from '../faults/late-requests.ts'
import { canFailRequests } from '../faults/rule-hits.ts'
import type { Account } from '../model/account.ts'
import { type ClockId, nowOf, type World } from '../model/world.ts'
import { type Outcome, sendRequest } from '../webhooks/send-request.ts'

/** The outcome of the call, with a message unless the listener is done. */
export type BarrierOutcome =
  | {
      readonly kind: 'passed'
      /** When the listener is to be called again although nothing happens; null if it does not say. */
      readonly nextDueAt: number | null
    }
  /** The listener cannot be done while the sandbox itself fails its requests: time goes on. */
  | { readonly kind: 'unfinished'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string }

/** How often a listener is called that responds with 503, and for how long the sandbox waits in between. */
const TRIES = 10
const DEFAULT_WAIT_S = 1
const MAX_WAIT_S = 5
const MESSAGE_LENGTH = 300

export type BarrierOptions = {
  readonly mostTries?: number
  readonly clockId?: ClockId
  /** Called before each wait. */
  readonly onWait?: (message: string) => void
}

/** The accounts whose listeners were not done when time went on: during one outage the sandbox is patient once. */
const leftBehind = new WeakSet<Account>()

/**
 * Calls the account's barrier after the notifications of a time were sent (`{"merchantId", "now"}`, an ISO time), and waits
 * for it, so that the receiver can process them before time continues. A listener that responds with 503 is called again
 * after its `Retry-After`, a limited number of times. One that is done may say by `Next-Due` when it has something to do next.
 */
export async function callBarrier<A extends Account>(
  world: World<A>,
  account: A,
  { mostTries = TRIES, onWait = () => undefined, clockId = null }: BarrierOptions = {},
): Promise<BarrierOutcome> {
  const { barrier } = account
  if (barrier === null) return { kind: 'passed', nextDueAt: null }
  const tries = leftBehind.has(account) && canFailRequests(account) ? 1 : mostTries
  const now = () => new Date(nowOf(world, account, clockId)).toISOString()
  for (let calls = 1; ; calls += 1) {
    const outcome = await call(world, account, barrier, now())
    // Neither time nor the listener's next attempt overtakes them.
    await lateRequestsDone(account)
    const isDone = outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300
    if (isDone) {
      leftBehind.delete(account)
      return { kind: 'passed', nextDueAt: outcome.nextDueAt }
    }
    const isNotYet = outcome.kind === 'answered' && outcome.status === 503
    const message = messageOf(outcome, barrier, now())
    if (isNotYet && calls < tries && !world.closing.aborted) {
      onWait(reasonIn(outcome.text) ?? message)
      await waited(world, outcome.retryAfterSeconds)
      continue
    }
    if (!isNotYet || !canFailRequests(account)) return { kind: 'refused', message }
    leftBehind.add(account)
    return { kind: 'unfinished', message }
  }
}

function call(
  world: Pick<World<Account>, 'closing'>,
  account: Account,
  url: string,
  now: string,
): Promise<Outcome> {
  return sendRequest({
    method: 'POST',
    url,
    type: 'application/json',
    body: JSON.stringify({ merchantId: account.id, now }),
    closing: world.closing,
  })
}

/** The machine's time, as the listener knows no other. A sandbox that closes does not wait for it. */
async function waited({ closing }: Pick<World<Account>, 'closing'>, seconds: number | null): Promise<void> {
  const ms = 1000 * Math.min(seconds ?? DEFAULT_WAIT_S, MAX_WAIT_S)
  await pause(ms, undefined, { signal: closing }).catch(() => undefined)
}

function messageOf(outcome: Outcome, barrier: string, now: string): string {
  if (outcome.kind === 'failed') return `the barrier ${barrier} did not respond at ${now}: ${outcome.error}`
  const reason = reasonIn(outcome.text)
  const text = `the barrier ${barrier} responded with ${outcome.status} at ${now}; expected 2xx`
  return reason === null ? text : `${text}. It says: ${reason.replace(/\.$/, '')}`
}

/** A listener may say why in JSON, as `{"message": "…"}`. */
function reasonIn(text: string): string | null {
  try {
    const message: unknown = Object(JSON.parse(text)).message
    return typeof message === 'string' && message !== '' ? message.slice(0, MESSAGE_LENGTH) : null
  } catch {
    return null
  }
}
