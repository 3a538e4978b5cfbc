import type { TimelineEvent } from '@goodword/contract/accounts/timeline-event'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { AccountId, TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf } from '../../frame/page.ts'
import { loadFriendsOfRewards } from '../../referring/rewards/rows/reward-list.ts'
import { loadFirstUsers } from '../../referring/users/rows/users.ts'
import { summaryOf } from '../../referring/users/user-answer.ts'
import { findAccount } from '../../tracking/erased/erased-account.ts'
import { type EventRow, listAccountEvents } from './rows/account-events.ts'
import { loadNames } from './rows/record-names.ts'
import { timelineEventAnswer } from './timeline-event-answer.ts'

/** A page of what happened to an account and to the referrals that it made. */
export function readTimeline(
  ctx: Context,
  tenantId: TenantId,
  accountId: AccountId,
  page: PageQuestion,
): Promise<Page<TimelineEvent>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) => {
    const account = await findAccount(tx, accountId)
    if (account === null) {
      throw new Refusal('ACCOUNT_NOT_FOUND', `No such account: ${accountId}.`, 'accountId')
    }
    const found = await listAccountEvents(tx, account.id, request)
    const rewards = found.rows.flatMap((row) => row.reward_id ?? [])
    const rewarded = await loadFriendsOfRewards(tx, account.id, [...new Set(rewards)])
    const friendOf = ({ account_id: of, reward_id: reward }: EventRow) => {
      if (of !== account.id) return of
      return reward === null ? null : (rewarded.get(reward) ?? null)
    }
    const friends = [...new Set(found.rows.flatMap((row) => friendOf(row) ?? []))]
    const [names, users] = await Promise.all([
      loadNames(tx, { ...noKeys, accounts: friends }),
      loadFirstUsers(tx, friends),
    ])
    return mapPage(found, (row) => {
      const friend = friendOf(row)
      return {
        ...timelineEventAnswer(row),
        referredAccountId: friend === null ? null : (names.accounts.get(friend) ?? null),
        referredUser: friend === null ? null : summaryOf(users.get(friend)),
      }
    })
  })
}

const noKeys = { people: [], referrals: [], subscriptions: [] }
