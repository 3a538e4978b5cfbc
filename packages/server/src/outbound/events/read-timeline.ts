import { Refusal } from '@goodword/contract/frame/refusal'
import type { UserSummary } from '@goodword/contract/users/user'
import type { AmountChange, OutcomeType, Reason } from '@goodword/domain/referrals/outcome'
import type { AccountId, EventId, ReferralId, RewardId, TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf } from '../../frame/page.ts'
import { loadFirstUsers } from '../../referring/users/rows/users.ts'
import { userSummary } from '../../referring/users/user-summary.ts'
import { findAccount } from '../../tracking/erased/erased-account.ts'
import { type EventRow, listAccountEvents } from './rows/account-events.ts'
import { loadNames } from './rows/record-names.ts'

/** One thing that happened, or did not, and why. */
export type EventReading = {
  readonly id: EventId
  readonly type: OutcomeType
  readonly reason: Reason
  readonly actor: string
  readonly referralId: ReferralId | null
  readonly rewardId: RewardId | null
  /** Null for events that are not about amounts. */
  readonly amounts: AmountChange | null
  /** What a person gave as the reason, and who they were; null for most events. */
  readonly note: string | null
  readonly author: string | null
  readonly at: number
}

/** An event in the timeline of an account. */
export type TimelineReading = EventReading & {
  /** The friend's account, of what happened to a referral that the account made; null for its own events. */
  readonly referredAccountId: AccountId | null
  /** The first user of the friend's account. */
  readonly referredUser: UserSummary | null
}

/** A page of what happened to an account and to the referrals that it made. */
export function readTimeline(
  ctx: Context,
  tenantId: TenantId,
  accountId: AccountId,
  page: PageQuestion,
): Promise<Page<TimelineReading>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) => {
    const account = await findAccount(tx, accountId)
    if (account === null) {
      throw new Refusal('ACCOUNT_NOT_FOUND', `No such account: ${accountId}.`, 'accountId')
    }
    const found = await listAccountEvents(tx, account.id, request)
    const friendOf = (row: EventRow) => (row.account_id === account.id ? null : row.account_id)
    const friends = found.rows.flatMap((row) => friendOf(row) ?? [])
    const [names, users] = await Promise.all([
      loadNames(tx, { ...noKeys, accounts: friends }),
      loadFirstUsers(tx, friends),
    ])
    return mapPage(found, (row) => {
      const friend = friendOf(row)
      return {
        ...eventReading(row),
        referredAccountId:
          friend === null ? null : ((names.accounts.get(friend) ?? null) as AccountId | null),
        referredUser: friend === null ? null : userSummary(users.get(friend)),
      }
    })
  })
}

const noKeys = { people: [], referrals: [], subscriptions: [] }

export function eventReading(row: EventRow): EventReading {
  return {
    id: row.id,
    type: row.type,
    reason: row.reason,
    actor: row.actor,
    referralId: row.referral_id,
    rewardId: row.reward_id,
    amounts: amountsOf(row),
    note: row.note,
    author: row.author,
    at: row.created_at,
  }
}

function amountsOf({ before_minor: before, after_minor: after, currency }: EventRow): AmountChange | null {
  if (before === null || after === null || currency === null) return null
  return { before: { minor: before, currency }, after: { minor: after, currency } }
}
