import { Refusal } from '@goodword/contract/frame/refusal'
import {
  type Forecast,
  type ForecastRequest,
  forecastIntervals,
} from '@goodword/contract/program/program-forecast'
import { refuseImpossibleRewards } from '@goodword/contract/program/program-settings'
import type { Plan, RewardTerms } from '@goodword/domain/program/billed-year'
import { assumedFigures, forecastAssumptions } from '@goodword/domain/program/forecast-assumptions'
import { type ForecastMonth, forecastSteps } from '@goodword/domain/program/program-forecast'
import type { TenantId } from '@goodword/domain/values/ids'
import { type Currency, priceFromNumber, priceToNumber } from '@goodword/domain/values/money'
import { runInPieces } from '../engine/tracing/loop-time.ts'
import type { Context } from '../frame/context.ts'
import { type FullSettings, settingsOf } from '../frame/program/program-of.ts'
import { loadProgram } from '../frame/rows/programs.ts'

type AskedFigures = Omit<ForecastRequest, 'program'>

/**
 * The expected cost and revenue of a program in a year from now.
 *
 * @param given settings that need not be saved; null for those of the tenant
 * @throws Refusal VALIDATION_FAILED if the price has more decimals than the currency
 */
export async function forecastProgram(
  ctx: Context,
  tenantId: TenantId,
  given: FullSettings | null,
  asked: AskedFigures,
): Promise<Forecast> {
  if (given !== null) refuseImpossibleRewards(given)
  const { settings, now } = await ctx.readTenant(tenantId, async (tx) => ({
    settings: given ?? settingsOf((await loadProgram(tx)).settings),
    now: tx.now,
  }))
  const { currency } = settings
  const terms = { ...settings, maxReferrerRewards: settings.maxReferrerRewards ?? null }
  const figures = withDefaults(asked)
  return answerOf(terms, planOf(figures, currency), figures, now)
}

function withDefaults(asked: AskedFigures): Forecast['figures'] {
  return {
    price: asked.price,
    billingIntervalType: asked.billingIntervalType ?? 'MONTH',
    friendsPerMonth: asked.friendsPerMonth ?? assumedFigures.attributedPerMonth,
    conversionRate: asked.conversionRate ?? assumedFigures.conversionPercent,
    cancellationRate: asked.cancellationRate ?? assumedFigures.cancellationPercent,
    friendsPerReferrer: asked.friendsPerReferrer ?? assumedFigures.friendsPerReferrer,
  }
}

function planOf({ price, billingIntervalType }: Forecast['figures'], currency: Currency): Plan {
  const money = priceFromNumber(price, currency)
  if (typeof money !== 'string') return { price: money, everyMonths: forecastIntervals[billingIntervalType] }
  const message = `"price" has more decimals than its currency. Give it in ${currency}, as a number such as 49.`
  throw new Refusal('VALIDATION_FAILED', message, 'price')
}

async function answerOf(
  terms: RewardTerms,
  plan: Plan,
  figures: Forecast['figures'],
  now: number,
): Promise<Forecast> {
  const assumptions = {
    plan,
    attributedPerMonth: figures.friendsPerMonth,
    conversionRate: figures.conversionRate / 100,
    monthlyCancellationRate: figures.cancellationRate / 100,
    friendsPerReferrer: figures.friendsPerReferrer,
  }
  const { months, total, referrers, milestonesMinor } = await runInPieces(
    forecastSteps(terms, assumptions, now),
  )
  const { currency } = plan.price
  return {
    currency,
    figures,
    assumptions: [...forecastAssumptions(terms, plan)],
    months: months.map((it) => ({ month: it.month, ...sumsOf(it, currency) })),
    total: sumsOf(total, currency),
    referrers: inHundredths(referrers),
    milestoneDiscounts: priceToNumber({ minor: milestonesMinor, currency }),
  }
}

function sumsOf(sums: Omit<ForecastMonth, 'month'>, currency: Currency): Forecast['total'] {
  const amount = (minor: number) => priceToNumber({ minor, currency })
  return {
    converted: inHundredths(sums.converted),
    bills: inHundredths(sums.bills),
    revenue: amount(sums.revenueMinor),
    friendDiscounts: amount(sums.friendDiscountMinor),
    referrerDiscounts: amount(sums.referrerDiscountMinor),
    net: amount(sums.netMinor),
  }
}

function inHundredths(value: number): number {
  return Math.round(value * 100) / 100
}
