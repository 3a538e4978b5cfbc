import type { ReplyOf } from '@goodword/contract/frame/endpoint'
import type { readReviewSummary as summaryEndpoint } from '@goodword/contract/referrals/endpoints'
import { type ListedReferral, MAX_OTHERS_COUNTED } from '@goodword/contract/referrals/listed-referral'
import { isUuid, type ReferralId, type TenantId } from '@goodword/domain/values/ids'
import { addDays } from '@goodword/domain/values/interval'
import { type Currency, type Money, priceToNumber } from '@goodword/domain/values/money'
import type { Context, Transaction } from '../../frame/context.ts'
import { type Page, type PageQuestion, pageRequestOf, type Timed } from '../../frame/page.ts'
import { programOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { completeReferrals, type ReferralDetails } from './referral-details.ts'
import { type ListedReferralRow, listReferrals, type ReferralFilter } from './rows/referral-list.ts'
import { countRelatedReferrals, loadRelatedReferrals } from './rows/related-referrals.ts'
import { countOverdue, loadDecisionTimes, loadQueueTotals, MAX_TOTALLED } from './rows/review-figures.ts'
import { loadNextReview } from './rows/review-times.ts'

/** A referral in a list, with what staff see of it in their queue. */
export type QueuedReferral = ReferralDetails & Pick<ListedReferral, 'amountAtStake' | 'othersInCluster'>

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
): Promise<Timed<Page<QueuedReferral>>> {
  const request = pageRequestOf(page)
  const isQueue = cluster !== undefined || filter.waitsFor === 'DECISION' || page.sort === 'amountAtStake'
  return ctx.readTenant(tenantId, async (tx) => {
    const { now } = tx
    const members = cluster === undefined ? {} : { members: await membersOf(tx, cluster) }
    const found = await listReferrals(tx, { ...filter, ...members }, now, request)
    return { ...found, rows: await withStakes(tx, found.rows, isQueue), now }
  })
}

function membersOf(
  tx: Transaction,
  referral: string,
): readonly ReferralId[] | Promise<readonly ReferralId[]> {
  return isUuid(referral) ? loadRelatedReferrals(tx, referral as ReferralId, MAX_RELATED) : []
}

async function withStakes(
  tx: Transaction,
  rows: readonly ListedReferralRow[],
  isQueue: boolean,
): Promise<readonly QueuedReferral[]> {
  const waiting = rows.filter((it) => it.at_stake_minor !== null)
  const [referrals, others, currency] = await Promise.all([
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
  return referrals.map((it) => {
    const minor = it.at_stake_minor ?? 0
    return {
      ...it,
      amountAtStake: currency === null || minor === 0 ? null : amountAnswer({ minor, currency }),
      othersInCluster: isQueue ? (others?.get(it.id) ?? 0) : null,
    }
  })
}

async function currencyOf(tx: Transaction): Promise<Currency> {
  return programOf((await loadProgram(tx)).settings).currency
}

export function amountAnswer({ minor, currency }: Money) {
  return { amount: priceToNumber({ minor, currency }), currency }
}

/** Decisions of so many days count for their median. */
const DECIDED_WITHIN_DAYS = 30

/** Reads the totals of the review queue, and how long decisions of staff took. */
export function readReviewSummary(
  ctx: Context,
  tenantId: TenantId,
): Promise<ReplyOf<typeof summaryEndpoint>> {
  return ctx.readTenant(tenantId, async (tx) => {
    const { currency, reviewDays } = programOf((await loadProgram(tx)).settings)
    const [totals, { decisions, median_ms: median }, oldest, overdue] = await Promise.all([
      loadQueueTotals(tx),
      loadDecisionTimes(tx, addDays(tx.now, -DECIDED_WITHIN_DAYS)),
      loadNextReview(tx, 0),
      reviewDays === null ? 0 : countOverdue(tx, addDays(tx.now, -reviewDays)),
    ])
    return {
      ...totals,
      referrals: Math.min(totals.referrals, MAX_TOTALLED),
      amountAtStake: amountAnswer({ minor: totals.minor, currency }),
      complete: totals.referrals <= MAX_TOTALLED,
      overdue,
      dateOldestHeld: oldest,
      decisions,
      medianTimeToDecideMs: median === null ? null : Math.round(median),
    }
  })
}
