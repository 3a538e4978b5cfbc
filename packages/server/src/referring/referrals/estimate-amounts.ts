import { amountAtStake } from '@goodword/domain/moderation/amount-at-stake'
import type { Program } from '@goodword/domain/program/program'
import { type KnownPrice, knownPrice } from '@goodword/domain/rewards/reward-worth'
import type { AccountId, ReferralId, TenantId } from '@goodword/domain/values/ids'
import { NIL } from 'uuid'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { programOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { accountFieldsOf, findAccounts } from '../../tracking/rows/accounts.ts'
import { rewardOf } from '../../tracking/rows/ledger/rewards.ts'
import { moderationIn } from '../../tracking/rows/referrals.ts'
import { loadRewardsOfReferrals } from '../rewards/rows/reward-list.ts'
import { waitingOf } from './review-times-of.ts'
import { loadWaitingForStaff, saveAmountAtStake } from './rows/amounts-at-stake.ts'
import { findReferrals, type ListedReferralRow } from './rows/referral-list.ts'

type Offer = Pick<Program, 'currency' | 'referrerReward' | 'referredReward'>

/** A change of a program's rewards changes the amounts at stake. */
export function followOffer(tx: Transaction, before: Offer, after: Offer): void {
  const textOf = ({ currency, referrerReward, referredReward }: Offer) =>
    JSON.stringify([currency, referrerReward, referredReward])
  if (textOf(before) !== textOf(after)) enqueueJob(tx, { kind: 'ESTIMATE_AMOUNTS', subject: '' })
}

const PAGE = 200

/** Estimates again the amount at stake of each waiting referral: prices and rewards have changed since it was held. */
export async function estimateAmounts(ctx: Context, tenantId: TenantId, signal: AbortSignal): Promise<void> {
  let after = NIL as ReferralId
  while (!signal.aborted) {
    const from: ReferralId = after
    const ids = await ctx.writeTenant(tenantId, (tx) => estimatePage(tx, from))
    const last = ids.at(-1)
    if (ids.length < PAGE || last === undefined) return
    after = last
  }
}

async function estimatePage(tx: Transaction, after: ReferralId): Promise<readonly ReferralId[]> {
  const ids = await loadWaitingForStaff(tx, after, PAGE)
  if (ids.length === 0) return ids
  const [rows, rewards, stored] = await Promise.all([
    findReferrals(tx, ids),
    loadRewardsOfReferrals(tx, ids),
    loadProgram(tx),
  ])
  const program = programOf(stored.settings)
  const prices = await pricesOf(tx, rows, program)
  const rewardsOf = new Map(rewards.map((it) => [`${it.referral_id} ${it.source}`, rewardOf(it)]))
  for (const row of rows) {
    const referral = {
      ...waitingOf(row),
      referring: {
        moderation: moderationIn(row, 'referrer'),
        reward: rewardsOf.get(`${row.id} FRIEND_SIGNUP`) ?? null,
      },
      referred: {
        moderation: moderationIn(row, 'referred'),
        reward: rewardsOf.get(`${row.id} REFERRED`) ?? null,
      },
    }
    const amount = amountAtStake(referral, program, {
      referrer: priceOf(prices, row.referring_account),
      friend: priceOf(prices, row.referred_account),
    })
    if (amount !== null && amount !== row.at_stake_minor) saveAmountAtStake(tx, row.id, amount)
  }
  return ids
}

async function pricesOf(
  tx: Transaction,
  rows: readonly ListedReferralRow[],
  { currency }: Offer,
): Promise<ReadonlyMap<AccountId, KnownPrice>> {
  const names = new Set(rows.flatMap((it) => [it.referring_account, it.referred_account]))
  const accounts = await findAccounts(tx, [...names])
  return new Map(
    accounts.map((it) => [it.external_id, knownPrice(accountFieldsOf(it).subscription, currency)]),
  )
}

function priceOf(prices: ReadonlyMap<AccountId, KnownPrice>, account: AccountId): KnownPrice {
  const price = prices.get(account)
  if (price === undefined) throw new Error('account of a referral not found')
  return price
}
