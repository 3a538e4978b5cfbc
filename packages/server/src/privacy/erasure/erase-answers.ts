import { NIL } from 'uuid'
import { deleteWritesAbout } from '../../administration/assistants/rows/assistant-writes.ts'
import type { Transaction } from '../../frame/context.ts'
import { marksIn } from '../../frame/erased/marks.ts'
import { insertMarks } from '../../frame/rows/erased-marks.ts'
import {
  ERASED_KEY,
  listRequestedRedemptions,
  listRequestedRewards,
  type RequestedRow,
  replaceRedemptionKeys,
  replaceRewardKeys,
} from '../../frame/rows/request-keys.ts'
import { isAnswerAbout, isKeyAbout } from '../personal-data/answers-about.ts'
import { deleteKeptRequests, type KeptRequestRow, listKeptRequests } from '../rows/kept-requests.ts'
import type { ErasureStep, ErasureWork } from './erasure-step.ts'

const PAGE = 500

/** The keys that the merchant chose for requests about the person; they stay marked, so that no request acts twice. */
export const eraseRequestKeys: ErasureStep = async (work) => {
  const { account, user, withAccount } = work
  const isWanted = (row: RequestedRow) => row.account_id === account && (withAccount || row.user_id === user)
  await replaceKeys(work, isWanted, {
    list: (tx, after) => listRequestedRewards(tx, account, after, PAGE),
    replace: replaceRewardKeys,
  })
  // Credit belongs to an account, and so do its redemptions.
  if (!withAccount) return
  await replaceKeys(work, isWanted, {
    list: (tx, after) => listRequestedRedemptions(tx, after, PAGE),
    replace: replaceRedemptionKeys,
  })
}

type KeyedRows = {
  readonly list: (tx: Transaction, after: string) => Promise<readonly RequestedRow[]>
  readonly replace: typeof replaceRewardKeys
}

async function replaceKeys(
  { ctx, tenantId, user, signal }: ErasureWork,
  isWanted: (row: RequestedRow) => boolean,
  { list, replace }: KeyedRows,
): Promise<void> {
  for (let after: string | null = NIL; after !== null; ) {
    signal.throwIfAborted()
    const from: string = after
    after = await ctx.writeTenant(tenantId, async (tx) => {
      const rows = await list(tx, from)
      const found = rows.flatMap((row) => {
        const key = isWanted(row) ? keyIn(row.request_key) : null
        return key === null ? [] : [{ id: row.id, key }]
      })
      if (found.length > 0) {
        const keys = found.map((it) => it.key)
        replace(
          tx,
          found.map(({ id }) => id),
        )
        markRequests(tx, user, keys)
        deleteKeptRequests(tx, keys)
      }
      return rows.length < PAGE ? null : (rows.at(-1)?.id ?? null)
    })
  }
}

/** The Idempotency-Key of a request's permanent ID, which is its time of arrival and the key. */
function keyIn(requestKey: string | null): string | null {
  if (requestKey === null || requestKey.startsWith(ERASED_KEY)) return null
  return requestKey.slice(requestKey.indexOf(' ') + 1)
}

/** The kept answers to requests about the person, with their keys, and what assistants want for them. */
export const eraseAnswers: ErasureStep = async ({ ctx, tenantId, user, withAccount, wanted, signal }) => {
  await deleteWritesAbout(ctx.db, tenantId, wanted.accountId, withAccount ? null : wanted.userId)
  for (let after: string | null = ''; after !== null; ) {
    signal.throwIfAborted()
    const from: string = after
    after = await ctx.writeTenant(tenantId, async (tx) => {
      const rows = await listKeptRequests(tx, from, PAGE)
      const isWanted = ({ key, answer }: KeptRequestRow) =>
        isKeyAbout(key, wanted, withAccount) || isAnswerAbout(answer, wanted, withAccount)
      const keys = rows.filter(isWanted).map((row) => row.key)
      if (keys.length > 0) {
        markRequests(tx, user, keys)
        deleteKeptRequests(tx, keys)
      }
      return rows.length < PAGE ? null : (rows.at(-1)?.key ?? null)
    })
  }
}

function markRequests(tx: Transaction, user: ErasureWork['user'], keys: readonly string[]): void {
  const marks = marksIn(tx)
  insertMarks(
    tx,
    user,
    keys.map((key) => ({ mark: marks.request(key), kind: 'REQUEST', replacement: null })),
  )
}
