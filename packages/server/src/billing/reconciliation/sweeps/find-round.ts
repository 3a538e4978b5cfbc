import type { JobState } from '../../../engine/job-table/job-candidates.ts'
import { statesOfJobs } from '../../../engine/job-table/job-of-subject.ts'
import type { Transaction } from '../../../frame/context.ts'
import { callDay, hasUsedCalls, nextCallDay } from '../../connections/call-processor.ts'
import { loadConnection } from '../../rows/connections.ts'
import { loadDueLooks, loadFriendLooks, loadLateLooks, loadNextLooks } from '../../rows/looks.ts'
import type { SubscriptionRow } from '../../rows/subscriptions.ts'

const DAY_MS = 86_400_000
/** The number of subscriptions that one request to the processor reads. */
const PAGE = 50
/** The number of urgent subscriptions that are sorted, so that the nearest bills come first. */
const MAX_SORTED = 500

/** The subscriptions that a sweep compares now, and when the next one is due. */
export type Round = Due & { readonly again: number }

/** Subscriptions, and where the jobs of their customers stand. */
export type Due = { readonly rows: readonly SubscriptionRow[]; readonly jobs: CustomerJobs }

type CustomerJobs = ReadonlyMap<string, JobState>

/** Read in one transaction, with that of the comparison before. */
export async function findRound(tx: Transaction): Promise<Round> {
  const connection = await loadConnection(tx)
  const isUsedUp = connection !== null && hasUsedCalls(connection, tx.now)
  const [rows, again] = await Promise.all([findDueLooks(tx, isUsedUp), nextSweep(tx, isUsedUp)])
  return { ...(await withJobs(tx, rows)), again }
}

async function withJobs(tx: Transaction, rows: readonly SubscriptionRow[]): Promise<Due> {
  const customers = [...new Set(rows.map((it) => it.customer_id))]
  return { rows, jobs: customers.length === 0 ? new Map() : await statesOfJobs(tx, 'CUSTOMER', customers) }
}

/**
 * The subscriptions to compare now: those whose bill is near, then those whose discount was refused, then the others. These two
 * wait for the next day when the calls of this one are used up.
 */
async function findDueLooks(tx: Transaction, isUsedUp: boolean): Promise<readonly SubscriptionRow[]> {
  const { now } = tx
  const found = await Promise.all([
    loadDueLooks(tx, 'NEAR', now, MAX_SORTED),
    loadLateLooks(tx, callDay(now + DAY_MS), PAGE),
    ...(isUsedUp ? [] : deferrable).map((it) => loadDueLooks(tx, it, now, PAGE)),
  ])
  const [near, late, ...others] = found
  const urgent = [...near, ...late].sort((one, other) => (dateOf(one) < dateOf(other) ? -1 : 1))
  const byId = new Map([...urgent, ...others.flat()].map((it) => [it.id, it]))
  return [...byId.values()].slice(0, PAGE)
}

const deferrable = ['FAILED', 'ROUTINE', 'AFTER'] as const

/** When the next subscription is due: a day later at most, so that there is always a next sweep. */
async function nextSweep(tx: Transaction, isUsedUp: boolean): Promise<number> {
  const { now } = tx
  const looks = new Map(await loadNextLooks(tx))
  const tomorrow = nextCallDay(now)
  if (isUsedUp) for (const it of deferrable) if (looks.has(it)) looks.set(it, tomorrow)
  return Math.min(now + DAY_MS, ...looks.values())
}

const NEVER = '9999-12-31'

function dateOf({ next_bill_date }: SubscriptionRow): string {
  return next_bill_date ?? NEVER
}

/** Their leaving counts after 24 hours, so that it changes a bill if it was at the processor 24 hours before. */
const FRIENDS_BEFORE_MS = DAY_MS
const FRIENDS_EVERY_MS = DAY_MS / 2

/** The friends' subscriptions that the bills of the next day depend on, unless they were just compared. */
export async function findFriends(tx: Transaction, compared: readonly SubscriptionRow[]): Promise<Due> {
  const untilDay = callDay(tx.now + FRIENDS_BEFORE_MS)
  const referrers = compared.filter((it) => it.is_listed && dateOf(it) <= untilDay)
  if (referrers.length === 0) return { rows: [], jobs: new Map() }
  const accounts = [...new Set(referrers.map((it) => it.account_id))]
  return withJobs(tx, await loadFriendLooks(tx, accounts, tx.now - FRIENDS_EVERY_MS))
}
