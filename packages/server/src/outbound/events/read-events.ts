import { Refusal } from '@goodword/contract/frame/refusal'
import type { EventEnvelope, WebhookEventType } from '@goodword/contract/webhooks/event-types'
import type { AccountId, TenantId } from '@goodword/domain/values/ids'
import { COUNTED } from '../../engine/lists/list-page.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { findAccounts } from '../../tracking/rows/accounts.ts'
import { completeEnvelopes } from './complete-envelopes.ts'
import { type FeedRow, loadFeed } from './rows/event-feed.ts'
import {
  countPublishedEvents,
  type FeedFilter,
  type FeedOrder,
  listPublishedEvents,
} from './rows/published-events.ts'

const LENGTH = 9

const FORMAT = 1

export type FeedQuestion = {
  readonly type: WebhookEventType | null
  readonly accountId: AccountId | null
  readonly order: FeedOrder
  /** The cursor of an earlier page; null starts with the oldest event that is kept, or with the newest. */
  readonly after: string | null
  readonly limit: number
  readonly countAll: boolean
}

export type FeedPage = {
  readonly events: readonly EventEnvelope[]
  readonly total: number | null
  readonly nextCursor: string
}

/**
 * A page of the feed. An account that does not exist has no events.
 *
 * @throws Refusal VALIDATION_FAILED for a cursor whose next events are not kept any more, or that is none of the program
 */
export function readEvents(ctx: Context, tenantId: TenantId, question: FeedQuestion): Promise<FeedPage> {
  const { type, accountId, order, limit, countAll } = question
  const given = question.after === null ? null : positionOf(question.after)
  return ctx.readTenant(tenantId, async (tx) => {
    const [feed, [account]] = await Promise.all([
      loadFeed(tx),
      accountId === null ? [] : findAccounts(tx, [accountId]),
    ])
    const from = startOf(feed, order, given)
    const isUnknown = accountId !== null && account === undefined
    const filter = { type, account: account?.id ?? null }
    const { rows, total } = isUnknown
      ? { rows: [], total: 0 }
      : await readPage(tx, filter, { order, from, limit, countAll })
    // A page that is not full has seen everything up to the end of the feed in its direction.
    const end = order === 'oldest' ? feed.last_position : feed.removed_position
    const last = rows.length < limit ? end : (rows.at(-1)?.position ?? from)
    return {
      events: await completeEnvelopes(tx, rows),
      total: countAll || total <= COUNTED ? total : null,
      nextCursor: feedCursor(last),
    }
  })
}

type PageOfFeed = Pick<FeedQuestion, 'order' | 'limit' | 'countAll'> & { readonly from: number }

async function readPage(tx: Transaction, filter: FeedFilter, { countAll, ...page }: PageOfFeed) {
  const [rows, total] = await Promise.all([
    listPublishedEvents(tx, filter, page),
    countPublishedEvents(tx, filter, countAll ? null : COUNTED + 1),
  ])
  return { rows, total }
}

function positionOf(cursor: string): number {
  const position = positionOfCursor(cursor)
  if (position === null) throw refused('after must be the unchanged nextCursor of an earlier response.')
  return position
}

/** The position from which the page goes on, itself not on it. */
function startOf(
  { last_position: last, removed_position: removed }: FeedRow,
  order: FeedOrder,
  given: number | null,
): number {
  if (given === null) return order === 'oldest' ? removed : last + 1
  if (given < removed && order === 'oldest') {
    throw refused(
      'Events that follow this cursor are not kept any more: events are kept for 30 days. Omit after to start with the oldest event that is kept, and read the current state with GET referrals and GET rewards.',
    )
  }
  if (given > last) {
    throw refused(
      'This program has published no event with this cursor yet. Use a nextCursor that this program returned, or omit after.',
    )
  }
  return given
}

function refused(message: string): Refusal {
  return new Refusal('VALIDATION_FAILED', message, 'after')
}

/** A position in the feed as a cursor: short and opaque. */
function feedCursor(position: number): string {
  const bytes = Buffer.alloc(LENGTH)
  bytes[0] = FORMAT
  bytes.writeBigUInt64BE(BigInt(position), 1)
  return bytes.toString('base64url')
}

/** The position of a cursor, or null when the text is not a cursor of ours. */
function positionOfCursor(cursor: string): number | null {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length !== LENGTH || bytes[0] !== FORMAT || bytes.toString('base64url') !== cursor) return null
  const position = Number(bytes.readBigUInt64BE(1))
  return Number.isSafeInteger(position) ? position : null
}
