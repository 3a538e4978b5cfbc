import { createHash } from 'node:crypto'
import { type Params, partOf, textOf } from '../../model/params.ts'
import type { Transaction } from '../../model/transaction.ts'
import type { Answer } from '../../protocol/answer.ts'
import type { Call } from '../../protocol/route.ts'
import { answerMade, refuse } from './answer-transaction.ts'
import { transactionProblems } from './transaction-problems.ts'

const MAX_KEY = 255
const KEY_LIVES_MS = 30 * 86_400_000

/** The result of a request: the transaction, or the answer that says why there is none. */
export type Done =
  | {
      readonly made: Transaction
      /** Custom fields that are returned but not stored. */
      readonly passedBack?: Readonly<Record<string, string>>
    }
  | { readonly refused: Answer }

/**
 * Carries a request about transactions out, unless its `api_request_key` came before: then the same request is answered
 * with the transaction of the first, and another is refused.
 * @param what the request, without its parameters: `sale`, or `void` and the transaction's id
 */
export function once(
  call: Call,
  what: string,
  work: (key: string | null) => Done,
  answer: typeof answerMade = answerMade,
): Answer {
  const { merchant, body, now } = call
  const params = partOf(body, 'transaction')
  const key = textOf(params, 'api_request_key') ?? null
  const refused = key === null ? null : refusalOf(call, key)
  if (refused !== null) return refused
  const digest = digestOf(what, params)
  const earlier = key === null ? undefined : merchant.apiRequests.get(key)
  if (earlier !== undefined && now - earlier.at < KEY_LIVES_MS) {
    const transaction = merchant.transactions.get(earlier.transactionId)
    if (transaction === undefined) throw new Error('transaction not found')
    if (earlier.digest !== digest) return refuse(transactionProblems.requestKeyOfAnother, body)
    return answer(merchant, transaction, body)
  }
  const done = work(key)
  if ('refused' in done) return done.refused
  const { made, passedBack } = done
  if (key !== null) merchant.apiRequests.set(key, { transactionId: made.id, digest, at: now })
  return answer(merchant, made, body, passedBack)
}

function refusalOf({ merchant, body }: Call, key: string): Answer | null {
  if (!merchant.settings.allowsApiRequestKeys) {
    return refuse(transactionProblems.requestKeyNotAllowed, body)
  }
  return key.length > MAX_KEY ? refuse(transactionProblems.requestKeyTooLong, body) : null
}

function digestOf(what: string, params: Params): string {
  return createHash('sha256')
    .update(`${what} ${JSON.stringify(params)}`)
    .digest('hex')
}
