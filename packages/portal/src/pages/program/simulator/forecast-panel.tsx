import type { Program } from '@goodword/client'
import { assumedFigures, forecastAssumptions } from '@goodword/domain/program/forecast-assumptions'
import {
  type Forecast,
  type ForecastAssumptions,
  MAX_FRIENDS_PER_REFERRER,
  programForecast,
} from '@goodword/domain/program/program-forecast'
import { type Currency, priceToNumber } from '@goodword/domain/values/money'
import { useState } from 'react'
import { BarChart } from '../../../components/charts/bar-chart.tsx'
import { NumberField, PercentField } from '../../../components/fields/number-field.tsx'
import { useNow } from '../../../components/program-clock.ts'
import { type ForecastFigure, forecastExplanation, minorText } from './explain.ts'
import { Explained } from './explained.tsx'
import { ENOUGH_FRIENDS, type Figure, type ProgramHistory } from './history.ts'
import { PriceSetting, type SimulatedPrice } from './price-setting.tsx'
import { priceOf, rewardTermsOf } from './simulator-terms.ts'

type ForecastPanelProps = {
  readonly program: Program
  readonly currency: Currency
  readonly price: SimulatedPrice
  /** Null while it is read, or where it could not be. */
  readonly history: ProgramHistory | null
}

type Name = keyof typeof assumedFigures

/** The costs and the revenue of the program in its first year. */
export function ForecastPanel({ program, currency, price, history }: ForecastPanelProps) {
  const [typed, setTyped] = useState<Partial<Record<Name, number | null>>>({})
  const now = useNow()
  const [startsAt] = useState(now)
  const past: Partial<Record<Name, Figure | null>> = {
    attributedPerMonth: history?.attributedPerMonth ?? null,
    conversionPercent: history?.conversionPercent ?? null,
  }
  const numberOf = (name: Name) =>
    name in typed ? (typed[name] ?? null) : (past[name]?.value ?? assumedFigures[name])
  const field = (name: Name) => ({
    value: numberOf(name),
    onChange: (value: number | null) => setTyped((it) => ({ ...it, [name]: value })),
    hint: name in typed ? 'Typed by you.' : (past[name]?.source ?? assumedHint(name, history)),
  })
  const money = priceOf(price.typed, currency)
  const assumptions: ForecastAssumptions | null =
    money === null
      ? null
      : {
          plan: { price: money, everyMonths: 1 },
          attributedPerMonth: numberOf('attributedPerMonth') ?? 0,
          conversionRate: Math.min(1, (numberOf('conversionPercent') ?? 0) / 100),
          monthlyCancellationRate: Math.min(1, (numberOf('cancellationPercent') ?? 0) / 100),
          friendsPerReferrer: Math.min(
            MAX_FRIENDS_PER_REFERRER,
            Math.max(1, numberOf('friendsPerReferrer') ?? 1),
          ),
        }
  const terms = rewardTermsOf(program)
  return (
    <div className="flex flex-col gap-4">
      {assumptions === null ? (
        <p className="text-soft">Type a price to see the forecast.</p>
      ) : (
        <Result forecast={programForecast(terms, assumptions, startsAt)} assumptions={assumptions} />
      )}
      <h3 className="font-medium">What it is computed from</h3>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
        <PriceSetting price={price} currency={currency} />
        <NumberField
          label="Friends per month"
          decimals={1}
          minimum={0}
          maximum={1_000_000}
          {...field('attributedPerMonth')}
        />
        <PercentField label="Of whom pay" {...field('conversionPercent')} />
        <PercentField label="Of those, cancel each month" {...field('cancellationPercent')} />
        <NumberField
          label="Friends per referrer in a year"
          decimals={1}
          minimum={1}
          maximum={MAX_FRIENDS_PER_REFERRER}
          {...field('friendsPerReferrer')}
        />
      </div>
      {assumptions !== null && (
        <>
          <h3 className="font-medium">What it takes for granted</h3>
          <ul className="flex list-disc flex-col gap-1 pl-4 text-xs text-soft">
            {forecastAssumptions(terms, assumptions.plan).map((it) => (
              <li key={it}>{it}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function assumedHint(name: Name, history: ProgramHistory | null): string {
  return name === 'conversionPercent' && history !== null
    ? `Assumed: fewer than ${ENOUGH_FRIENDS} friends in the last 12 months say too little. Type what you expect.`
    : 'Assumed. Type what you expect.'
}

type ResultProps = { readonly forecast: Forecast; readonly assumptions: ForecastAssumptions }

function Result({ forecast, assumptions }: ResultProps) {
  const { months, total } = forecast
  const { currency } = assumptions.plan.price
  const money = (minor: number) => minorText(minor, currency)
  const lines: readonly (readonly [ForecastFigure, string, string])[] = [
    [
      'paying',
      'Paying friends in month 12',
      (months.at(-1)?.bills ?? 0).toLocaleString(undefined, { maximumFractionDigits: 1 }),
    ],
    ['revenue', 'Revenue from them in the year', money(total.revenueMinor)],
    ['friends', 'Discounts for friends', `− ${money(total.friendDiscountMinor)}`],
    ['referrers', 'Discounts for referrers', `− ${money(total.referrerDiscountMinor)}`],
    ['net', 'Left after discounts', money(total.netMinor)],
  ]
  return (
    <>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {lines.map(([figure, label, value]) => (
          <div key={figure} className="contents last:[&>*]:border-t last:[&>*]:border-line last:[&>*]:pt-1">
            <dt className="text-soft">{label}</dt>
            <dd className="text-right font-medium">
              <Explained explanation={forecastExplanation(figure, forecast, assumptions)}>{value}</Explained>
            </dd>
          </div>
        ))}
      </dl>
      <BarChart
        label="Forecast by month"
        heightPx={160}
        points={months.map((it) => String(it.month))}
        series={[
          { name: 'Left after discounts', values: months.map((it) => Math.max(0, it.netMinor)) },
          {
            name: 'Discounts',
            values: months.map((it) => it.friendDiscountMinor + it.referrerDiscountMinor),
          },
        ]}
        format={(minor) =>
          priceToNumber({ minor, currency }).toLocaleString(undefined, {
            style: 'currency',
            currency,
            notation: 'compact',
          })
        }
      />
    </>
  )
}
