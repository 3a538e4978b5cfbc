import type { Widget } from '@goodword/contract/pages/widget'
import type { Identity } from './identity.ts'
import { openCall } from './open-call.ts'

/** The cursors of the lists. */
export type Cursors = { readonly referralsCursor?: string; readonly rewardsCursor?: string }

export type Loaded =
  | { readonly kind: 'loaded'; readonly widget: Widget }
  /** The request did not reach the service, or no answer came back. */
  | { readonly kind: 'offline' }
  /** The service is overloaded or broken; a later request may work. */
  | { readonly kind: 'failed' }
  /** The page needs a new token for this user. */
  | { readonly kind: 'session'; readonly code: string }
  /** A repeat of the request would be refused again. */
  | { readonly kind: 'refused'; readonly code: string }

/** The fields of an error that decide what happens next. */
type Problem = { readonly apiErrorCode?: string; readonly param?: string | null; readonly message?: string }

/**
 * Loads the data of the widget. Waits and retries on 429 and 503, and omits an optional field that
 * it refuses. Never rejects.
 */
export async function loadWidget(alias: string, identity: Identity, cursors: Cursors = {}): Promise<Loaded> {
  const query = new URLSearchParams(cursors).toString()
  let body = identity
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await openCall(alias, query === '' ? 'widget' : `widget?${query}`, body)
      // The service that serves this script keeps to the contract.
      if (answer.ok) return { kind: 'loaded', widget: (await answer.json()) as Widget }
      const isBusy = answer.status === 429 || answer.status === 503
      if (isBusy && !isLastAttempt(attempt, answer)) await pauseBefore(attempt + 1, answer)
      else if (isBusy || answer.status >= 500) return { kind: 'failed' }
      else {
        const problem = (await answer.json()) as Problem
        const rest = answer.status === 400 ? withoutOddField(body, problem.param) : null
        if (rest === null) return refusal(answer.status, problem)
        console.warn(`Goodword: ${problem.param} is left out: ${problem.message}`)
        body = rest
      }
    } catch {
      // No network, a timeout, or something on the way that answers no JSON: to the visitor it is the same.
      return { kind: 'offline' }
    }
  }
}

function refusal(status: number, { apiErrorCode: code = String(status), param }: Problem): Loaded {
  const needsToken = code === 'SIGNATURE_REQUIRED' || (status === 401 && param === 'jwt')
  return { kind: needsToken ? 'session' : 'refused', code }
}

const MAX_ATTEMPTS = 6
const MAX_RETRY_AFTER_SECONDS = 30

/** Whether to give up after this answer: too many attempts, or a `Retry-After` longer than a visitor waits. */
function isLastAttempt(attempt: number, answer: Response): boolean {
  return attempt >= MAX_ATTEMPTS || retryAfterSeconds(answer) > MAX_RETRY_AFTER_SECONDS
}

/** Waits for `Retry-After` and a random time that doubles (jitter), so that pages opened together spread out. */
function pauseBefore(attempt: number, answer: Response): Promise<void> {
  const jitterMs = 250 * 2 ** attempt * Math.random()
  return new Promise((resolve) => setTimeout(resolve, 1000 * retryAfterSeconds(answer) + jitterMs))
}

/** 0 without the header, and for a date, which the service does not send. */
function retryAfterSeconds(answer: Response): number {
  return Number(answer.headers.get('Retry-After')) || 0
}

/** Never the ids, and never a signature: without it the call would mean something else. */
const OPTIONAL_FIELDS = [
  'payment_provider_id',
  'email',
  'first_name',
  'last_name',
  'locale',
  'referral_code',
  'cookie_referral_code',
  'account_status',
]

/** The identity without the optional field that the service refused; null when the refusal names no such field. */
function withoutOddField(identity: Identity, param: string | null | undefined): Identity | null {
  if (!param || !OPTIONAL_FIELDS.includes(param) || !Object.hasOwn(identity, param)) return null
  return Object.fromEntries(Object.entries(identity).filter(([name]) => name !== param))
}
