import { withFacts } from '@goodword/domain/fraud/fraud-facts'
import type { Observed } from '@goodword/domain/fraud/fraud-history'
import { decideFirstBill } from '@goodword/domain/payments/first-bill'
import {
  currencyCommands,
  evidenceCheckAt,
  evidenceCommands,
} from '@goodword/domain/payments/payment-evidence'
import type { Account } from '@goodword/domain/referrals/account'
import type { Command } from '@goodword/domain/referrals/command'
import type { Transaction } from '../../frame/context.ts'
import { recentKeys } from '../../tracking/evidence/recent-keys.ts'
import { acceptedOf, trackIn } from '../../tracking/track.ts'
import { followFirstPayment } from '../payments/follow-first-payment.ts'
import { type Billing, callOf } from './read-billing.ts'

export type TrackedEvidence = {
  /** The account after that. */
  readonly account: Account
  /** When the same evidence may have more effects, by time alone. */
  readonly checksAt: readonly number[]
}

/** Passes the evidence of a customer to tracking, as commands. */
export async function trackEvidence(
  tx: Transaction,
  { account: before, evidence, observed, currency }: Billing,
): Promise<TrackedEvidence> {
  const attributed = await trackCommands(tx, before, evidenceCommands(before, evidence, tx.now), observed)
  // The meaning of a bill is known once the account is attributed.
  const firstBill = decideFirstBill(attributed, evidence)
  const tracked = await trackCommands(tx, attributed, [
    ...(firstBill === null ? [] : [firstBill]),
    ...currencyCommands(attributed, evidence, currency),
  ])
  const { account, checkAt: reversalCheckAt } = await followFirstPayment(tx, tracked, evidence.subscriptions)
  const checks = [evidenceCheckAt(account, evidence, tx.now), reversalCheckAt]
  return { account, checksAt: checks.filter((it) => it !== null) }
}

async function trackCommands(
  tx: Transaction,
  account: Account,
  commands: readonly Command[],
  observed: Observed = { keys: [], facts: {} },
): Promise<Account> {
  if (commands.length === 0 && !hasNews(tx, account, observed)) return account
  const call = { ...callOf(account.id, commands), observed }
  const [tracked] = await trackIn(tx, [{ call, actor: 'processor' }])
  if (tracked === undefined) throw new Error('decision about evidence of the payment processor not found')
  return acceptedOf(tracked).account
}

/** Whether anything was observed that is not stored yet. */
function hasNews(tx: Transaction, { id, referral }: Account, { keys, facts }: Observed): boolean {
  const recent = tx.singleton(recentKeys)
  if (keys.some((it) => !recent.has(id, it.key, tx.now))) return true
  return referral !== null && withFacts(referral.facts, facts) !== referral.facts
}
