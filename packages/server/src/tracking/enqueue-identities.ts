import { isFull, isPersonal, showsPerson } from '@goodword/domain/fraud/fraud-history'
import type { Account } from '@goodword/domain/referrals/account'
import type { Tracking, TrackingState } from '@goodword/domain/tracking/tracking'
import { emailKey } from '@goodword/domain/values/email-key'
import type { AccountKey } from '@goodword/domain/values/ids'
import { signalJobsReady } from '../engine/signals/job-signal.ts'
import { currentActivity, formatTraceParent } from '../engine/tracing/tracing.ts'
import type { Transaction } from '../frame/context.ts'
import { enqueueJobs } from '../frame/jobs/enqueue-job.ts'
import { insertMailboxJobs } from '../frame/rows/mailbox-jobs.ts'
import type { IncomingCall } from './decide-calls.ts'

/**
 * Asks for a look at the people behind accounts: where an account got a card or device that others have, where a referral of a
 * known person began, and where an account got a mailbox that another one uses. Nothing else costs anything.
 */
export function enqueueIdentities(
  tx: Transaction,
  state: TrackingState,
  tracking: Tracking,
  incoming: readonly IncomingCall[],
): void {
  const accounts = [...linkedByKeys(state, tracking, incoming), ...ofKnownPeople(state, tracking)]
  if (accounts.length > 0) {
    enqueueJobs(
      tx,
      accounts.map((subject) => ({ kind: 'FOLLOW_IDENTITY', subject })),
    )
  }
  const used = [...tracking.accounts.values()].flatMap((after) => {
    const before = new Set(mailboxesOf(state.accounts.get(after.id)))
    return mailboxesOf(after)
      .filter((it) => !before.has(it))
      .map((key) => ({ id: tx.newId<string>(), account: after.key, emailKey: key }))
  })
  if (used.length === 0) return
  insertMailboxJobs(tx, used, tx.now, formatTraceParent(currentActivity()?.span?.spanContext() ?? null))
  tx.afterCommit(signalJobsReady)
}

/** Accounts with a card or device that is new to them, and that another account has, perhaps only since this list of calls. */
function linkedByKeys(
  { history }: TrackingState,
  { decisions }: Tracking,
  incoming: readonly IncomingCall[],
): readonly AccountKey[] {
  const accountsOf = new Map<string, Set<AccountKey>>()
  const linked: AccountKey[] = []
  for (const [index, decision] of decisions.entries()) {
    const call = incoming[index]?.call
    if (decision.kind === 'refused' || call?.observed === undefined) continue
    const { key: account } = decision.account
    const known = history?.get(call.accountId)?.keys ?? []
    if (known.some(showsPerson)) linked.push(account)
    const full = new Set(known.filter(isFull).map((it) => it.key))
    for (const { kind, key } of call.observed.keys) {
      if (isPersonal(kind) && !full.has(key))
        accountsOf.set(key, (accountsOf.get(key) ?? new Set()).add(account))
    }
  }
  const together = [...accountsOf.values()].flatMap((it) => (it.size > 1 ? [...it] : []))
  return [...linked, ...together]
}

/** Friends whose referral began, where they or the referrer are known to have other accounts. */
function ofKnownPeople({ history, accounts }: TrackingState, tracking: Tracking): readonly AccountKey[] {
  return [...(history ?? [])].flatMap(([id, { people }]): AccountKey[] => {
    const after = tracking.accounts.get(id)
    if (after === undefined || (people.own === null && people.referrer === null)) return []
    const isStarted = after.referral !== null && accounts.get(id)?.referral?.id !== after.referral.id
    return isStarted ? [after.key] : []
  })
}

/** The mailboxes that an account's people use, without those that only an unsigned call named. */
function mailboxesOf(account: Account | undefined): readonly string[] {
  return (account?.users ?? []).flatMap(({ email, isEmailClaimed, isConfirmed }) => {
    const key = email === null || isEmailClaimed || !isConfirmed ? null : emailKey(email)
    return key === null ? [] : [key]
  })
}
