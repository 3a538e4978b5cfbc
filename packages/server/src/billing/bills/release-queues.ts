import { dayOf } from '@goodword/domain/bills/bill-time'
import { billsSince, monthsUnseen, type Percentage } from '@goodword/domain/bills/counted-bills'
import { addUsed, type CountedBill, usedMonths } from '@goodword/domain/bills/used-months'
import type { AccountKey, TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJobs } from '../../frame/jobs/enqueue-job.ts'
import { percentageOf } from '../../referring/rewards/percentage-of.ts'
import { isQueued, loadPastTurns, loadQueue } from '../../referring/rewards/read-turn.ts'
import { loadQueuingAccounts } from '../../referring/rewards/rows/percentages.ts'
import { changeRewards, lockRewards, rewardOf } from '../../tracking/rows/ledger/rewards.ts'
import { loadBillsSince } from '../rows/bills.ts'
import { countedBill } from './count-percentages.ts'

const DAY_MS = 86_400_000
const MAX_DAYS_OF_MONTH = 31
const BATCH = 100

/** Lets the months that bills had left of queued percentages go on by time, because no payment processor is connected any more. */
export async function releaseQueues(ctx: Context, tenantId: TenantId): Promise<null> {
  let last: AccountKey | null = null
  do {
    last = await ctx.writeTenant(tenantId, (tx) => releaseNext(tx, last))
  } while (last !== null)
  return null
}

async function releaseNext(tx: Transaction, after: AccountKey | null): Promise<AccountKey | null> {
  const accounts = await loadQueuingAccounts(tx, after, BATCH)
  for (const account of accounts) await goOnByTime(tx, account)
  enqueueJobs(
    tx,
    accounts.map((subject) => ({ kind: 'FOLLOW_QUEUE', subject })),
  )
  return accounts.length < BATCH ? null : (accounts.at(-1) ?? null)
}

/** Once for each removal: where bills are counted no more, the count of bills is cleared with it. */
async function goOnByTime(tx: Transaction, account: AccountKey): Promise<void> {
  const { rows, boundAt } = await loadQueue(tx, account)
  const counted = rows.filter(isQueued).filter((it) => it.bills_left !== null && it.months !== null)
  if (counted.length === 0) return
  const since = Math.min(...counted.map((it) => it.bills_after ?? tx.now))
  const [bills, turns] = await Promise.all([
    loadBillsSince(tx, account, since),
    loadPastTurns(tx, account, rows),
  ])
  const ledger = bills.map(countedBill)
  const left = new Map(
    counted.map((it) => {
      const unused = monthsUnused(percentageOf(it, turns), ledger, boundAt ?? tx.now)
      return [it.id, it.bills_left === 0 ? 0 : unused]
    }),
  )
  const locked = await lockRewards(tx, [...left.keys()])
  changeRewards(
    tx,
    locked.map((row) => {
      const restart = { billsAfter: tx.now, billsLeft: null, monthsLeft: left.get(row.id) ?? null }
      return { row, reward: { ...rewardOf(row), ...restart } }
    }),
  )
}

/**
 * How many months of a queued percentage are left when bills are seen no more: those that neither they have used, nor time before
 * they were seen, whatever their rhythms.
 *
 * @param keptFrom the moment from which on bills of the account were kept
 */
function monthsUnused(percentage: Percentage, ledger: readonly CountedBill[], keptFrom: number) {
  const { id, months, monthsLeft, expiresAt } = percentage
  if (months === null || expiresAt === null) return monthsLeft ?? months
  const lastBill = {
    date: dayOf(expiresAt - DAY_MS),
    billingDay: null,
    billingInterval: null,
    timeOfDayMs: null,
    madeAt: new Map(),
  }
  const bills = billsSince(percentage, ledger)
  const before = monthsUnseen(percentage, lastBill, { keptFrom, createdAt: keptFrom, bills })
  const used = usedMonths(id, { key: '', createdAt: Number.POSITIVE_INFINITY }, bills, before, addUsed)
  return Math.max(0, months - used.months - Math.ceil(used.days / MAX_DAYS_OF_MONTH))
}
