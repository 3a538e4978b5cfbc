import { Refusal } from '@goodword/contract/refusal'
import type { EventEnvelope, WebhookEventType } from '@goodword/contract/webhooks/all'
import type { AccountId, TenantId } from '@goodword/domain/values/ids'
import { type FeedRow, loadFeed } from '../../../store/events/event-feed.ts'
import {
  countPublishedEvents,
  type FeedFilter,
  listPublishedEvents,
} from '../../../store/events/published-events.ts'
import { COUNTED } from '../../../store/lists/list-page.ts'
import { findAccounts } from '../../../store/tracking/accounts.ts'
import type { Context, Transaction } from '../../foundation/context.ts'
import { completeEnvelopes } from './complete-envelopes.ts'
import { feedCursor, positionOfCursor } from './feed-cursor.ts'

export type FeedQuestion = {
  readonly type: WebhookEventType | null
  readonly accountId: AccountId | null
  /** The cursor of an earlier page; null starts with the oldest event that is kept. */
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
 * A page of the feed, oldest first. An account that does not exist has no events.
 *
 * Throws a Refusal VALIDATION_FAILED for a cursor whose next events are not kept any more, or that is none of the program.
 */
export function readEvents(ctx: Context, tenantId: TenantId, question: FeedQuestion): Promise<FeedPage> {
  const { type, accountId, limit, countAll } = question
  const given = question.after === null ? null : positionOf(question.after)
  return ctx.readTenant(tenantId, async (tx) => {
    const [feed, [account]] = await Promise.all([
      loadFeed(tx),
      accountId === null ? [] : findAccounts(tx, [accountId]),
    ])
    const after = startOf(feed, given)
    const isUnknown = accountId !== null && account === undefined
    const filter = { type, account: account?.id ?? null }
    const { rows, total } = isUnknown
      ? { rows: [], total: 0 }
      : await readPage(tx, filter, { after, limit, countAll })
    // A page that is not full has seen everything up to the end of the feed.
    const last = rows.length < limit ? feed.last_position : (rows.at(-1)?.position ?? after)
    return {
      events: await completeEnvelopes(tx, rows),
      total: countAll || total <= COUNTED ? total : null,
      nextCursor: feedCursor(last),
    }
  })
}

type PageOfFeed = { readonly after: number; readonly limit: number; readonly countAll: boolean }

async function readPage(tx: Transaction, filter: FeedFilter, { after, limit, countAll }: PageOfFeed) {
  const [rows, total] = await Promise.all([
    listPublishedEvents(tx, filter, after, limit),
    countPublishedEvents(tx, filter, countAll ? null : COUNTED + 1),
  ])
  return { rows, total }
}

function positionOf(cursor: string): number {
  const position = positionOfCursor(cursor)
  if (position === null) throw refused('after must be the unchanged nextCursor of an earlier response.')
  return position
}

/** The position to start after. */
function startOf({ last_position: last, removed_position: removed }: FeedRow, given: number | null): number {
  if (given === null) return removed
  if (given < removed) {
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
