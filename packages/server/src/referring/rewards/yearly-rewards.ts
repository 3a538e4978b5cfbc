import type { YearlyRewards } from '@goodword/contract/users/yearly-rewards'
import { thresholdsOf } from '@goodword/domain/fraud/history-rules'
import type { AccountKey, TenantId, UserKey } from '@goodword/domain/values/ids'
import { type Currency, currencyDecimals, parseCurrency, priceToNumber } from '@goodword/domain/values/money'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { type FullSettings, programOf, settingsOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import type { IncomingCall } from '../../tracking/decide-calls.ts'
import { trackIn } from '../../tracking/track.ts'
import { findFriendsBeyond, sumYearlyRewards, type YearlyRewardsRow } from './rows/yearly-rewards.ts'

/** The amount of a calendar year from which the rule about it looks at a person, in whole units; null while the rule is off. */
function thresholdOf(settings: FullSettings): number | null {
  const { fraudRules, fraudThresholds } = programOf(settings)
  if (fraudRules.YEARLY_REWARDS === 'off') return null
  return thresholdsOf('YEARLY_REWARDS', fraudThresholds).amount ?? null
}

/** What the rewards of people came to in calendar years, with the stored rows. Units that are no currency are not money. */
export async function readYearlyRewards(
  tx: Transaction,
  accounts: readonly AccountKey[],
  { from, to }: { readonly from: number | null; readonly to: number },
): Promise<
  readonly (Omit<YearlyRewardsRow, 'unit' | 'credit' | 'discount'> & { readonly sums: YearlyRewards })[]
> {
  const settings = settingsOf((await loadProgram(tx)).settings)
  const threshold = thresholdOf(settings)
  const rows = await sumYearlyRewards(tx, accounts, settings.timeZone, { from, to: Math.min(to, tx.now) })
  return rows.flatMap((row) => {
    const currency = parseCurrency(row.unit)
    if (currency === null) return []
    const own = currency === settings.currency ? threshold : null
    return [{ ...row, sums: sumsOf(row, currency, own) }]
  })
}

function sumsOf(
  { year, credit, discount }: YearlyRewardsRow,
  currency: Currency,
  threshold: number | null,
): YearlyRewards {
  // A sum is negative where more was taken back in a year than was given.
  const numberOf = (minor: number) => Math.sign(minor) * priceToNumber({ minor: Math.abs(minor), currency })
  const total = numberOf(credit + discount)
  return {
    year,
    currency,
    credit: numberOf(credit),
    discounts: numberOf(discount),
    total,
    threshold,
    thresholdReached: threshold !== null && total >= threshold,
  }
}

const FRIENDS_AT_A_TIME = 100

/**
 * Shows a referrer's sum of the calendar year to the rule about it, for each friend who brought a reward with which the sum reached
 * the threshold, or after that. Repeated runs change nothing.
 */
export function followYearlyRewards(ctx: Context, tenantId: TenantId, user: UserKey): Promise<void> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const settings = settingsOf((await loadProgram(tx)).settings)
    const threshold = thresholdOf(settings)
    if (threshold === null) return
    const { currency, timeZone } = settings
    const scale = 10 ** currencyDecimals(currency)
    const isActive = programOf(settings).fraudRules.YEARLY_REWARDS === 'active'
    const friends = await findFriendsBeyond(
      tx,
      user,
      { at: tx.now, timeZone },
      { minor: threshold * scale, currency },
      // What was only noted is looked at again once the rule is active.
      { rule: 'YEARLY_REWARDS', ...(isActive ? { shadow: false } : {}) },
      FRIENDS_AT_A_TIME,
    )
    if (friends.length === 0) return
    const calls = friends.map(({ account: accountId, year_minor: minor }): IncomingCall => {
      const facts = { yearlyRewards: Math.floor(minor / scale) }
      return {
        actor: 'service',
        call: { accountId, source: 'processor', commands: [{ kind: 'observe', facts }] },
      }
    })
    await trackIn(tx, calls)
    if (friends.length === FRIENDS_AT_A_TIME) enqueueJob(tx, { kind: 'FOLLOW_YEARLY_REWARDS', subject: user })
  })
}
