import { MAX_OTHERS_COUNTED } from '@goodword/contract/referrals/listed-referral'
import { isUuid, type ReferralId, type TenantId } from '@goodword/domain/values/ids'
import { addDays } from '@goodword/domain/values/interval'
import type { Currency, Money } from '@goodword/domain/values/money'
import type { Context, Transaction } from '../../frame/context.ts'
import { type Page, type PageQuestion, pageRequestOf, type Timed } from '../../frame/page.ts'
import { programOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { completeReferrals, type ReferralReading } from './read-referrals.ts'
import { type ListedReferralRow, listReferrals, type ReferralFilter } from './rows/referral-list.ts'
import { countRelatedReferrals, loadRelatedReferrals } from './rows/related-referrals.ts'
import {
  countOverdue,
  type DecisionTimes,
  loadDecisionTimes,
  loadQueueTotals,
  MAX_TOTALLED,
  type QueueTotals,
} from './rows/review-figures.ts'
import { loadNextReview } from './rows/review-times.ts'

/** A referral in a list, with what staff see of it in their queue. */
export type ListedReading = ReferralReading & {
  /** What an approval is worth; null for what does not wait for staff, and without a known value. */
  readonly atStake: Money | null
  /** How many others wait around it; null outside the queue. */
  readonly others: number | null
}

/** The filters of a list of referrals. `cluster`, as in the API, is a referral to which others that wait are related. */
export type ListFilter = Omit<ReferralFilter, 'members'> & { readonly cluster?: string }

/** The number of related referrals that are listed and decided together. */
const MAX_RELATED = 500

/** A page of referrals; an account that does not exist has none, and an unknown referral has no related ones. */
export function readReferralPage(
  ctx: Context,
  tenantId: TenantId,
  { cluster, ...filter }: ListFilter,
  page: PageQuestion,
): Promise<Timed<Page<ListedReading>>> {
  const request = pageRequestOf(page)
  const isQueue = cluster !== undefined || filter.waitsFor === 'DECISION' || page.sort === 'amountAtStake'
  return ctx.readTenant(tenantId, async (tx) => {
    const { now } = tx
    const members = cluster === undefined ? {} : { members: await membersOf(tx, cluster) }
    const found = await listReferrals(tx, { ...filter, ...members }, now, request)
    return { ...found, rows: await listedReadings(tx, found.rows, isQueue), now }
  })
}

function membersOf(
  tx: Transaction,
  referral: string,
): readonly ReferralId[] | Promise<readonly ReferralId[]> {
  return isUuid(referral) ? loadRelatedReferrals(tx, referral as ReferralId, MAX_RELATED) : []
}

async function listedReadings(
  tx: Transaction,
  rows: readonly ListedReferralRow[],
  isQueue: boolean,
): Promise<readonly ListedReading[]> {
  const waiting = rows.filter((it) => it.at_stake_minor !== null)
  const [readings, others, currency] = await Promise.all([
    completeReferrals(tx, rows),
    isQueue && waiting.length > 0
      ? countRelatedReferrals(
          tx,
          waiting.map((it) => it.id),
          MAX_OTHERS_COUNTED,
        )
      : null,
    waiting.length === 0 ? null : currencyOf(tx),
  ])
  const stakes = new Map(rows.map((it) => [it.id, it.at_stake_minor ?? 0]))
  return readings.map((it) => {
    const minor = stakes.get(it.id) ?? 0
    return {
      ...it,
      atStake: currency === null || minor === 0 ? null : { minor, currency },
      others: isQueue ? (others?.get(it.id) ?? 0) : null,
    }
  })
}

async function currencyOf(tx: Transaction): Promise<Currency> {
  return programOf((await loadProgram(tx)).settings).currency
}

/** What waits for staff in total, and how long their decisions took. */
export type ReviewSummary = QueueTotals &
  DecisionTimes & {
    readonly atStake: Money
    readonly isComplete: boolean
    readonly overdue: number
    readonly oldest: number | null
  }

/** Decisions of so many days count for their median. */
const DECIDED_WITHIN_DAYS = 30

export function readReviewSummary(ctx: Context, tenantId: TenantId): Promise<ReviewSummary> {
  return ctx.readTenant(tenantId, async (tx) => {
    const { currency, reviewDays } = programOf((await loadProgram(tx)).settings)
    const [totals, times, oldest, overdue] = await Promise.all([
      loadQueueTotals(tx),
      loadDecisionTimes(tx, addDays(tx.now, -DECIDED_WITHIN_DAYS)),
      loadNextReview(tx, 0),
      reviewDays === null ? 0 : countOverdue(tx, addDays(tx.now, -reviewDays)),
    ])
    return {
      ...totals,
      ...times,
      referrals: Math.min(totals.referrals, MAX_TOTALLED),
      atStake: { minor: totals.amount_minor, currency },
      isComplete: totals.referrals <= MAX_TOTALLED,
      oldest,
      overdue,
    }
  })
}
