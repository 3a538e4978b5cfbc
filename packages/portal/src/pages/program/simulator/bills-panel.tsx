import type { Program } from '@goodword/client'
import { EXAMPLE_MONTHS, type ExampleBill, exampleYear } from '@goodword/domain/program/example-bills'
import type { Currency } from '@goodword/domain/values/money'
import { useId, useState } from 'react'
import { RadioGroup } from '../../../components/fields/radio-group.tsx'
import { useNow } from '../../../components/program-clock.ts'
import { count } from '../../../format/number-text.ts'
import { billExplanation, minorText } from './explain.ts'
import { Explained } from './explained.tsx'
import { PriceSetting, type SimulatedPrice } from './price-setting.tsx'
import { priceOf, rewardTermsOf } from './simulator-terms.ts'

type BillsPanelProps = {
  readonly program: Program
  readonly currency: Currency
  readonly price: SimulatedPrice
  readonly friends: number
  readonly onFriends: (friends: number) => void
}

/** A year of monthly bills of a friend, or of a referrer. */
export function BillsPanel({ program, currency, price, friends, onFriends }: BillsPanelProps) {
  const [side, setSide] = useState<'friend' | 'referrer'>('friend')
  const now = useNow()
  const [startsAt] = useState(now)
  const sliderId = useId()
  const money = priceOf(price.typed, currency)
  const terms = rewardTermsOf(program)
  const [typed, ready] =
    side === 'friend'
      ? [program.referredReward, terms.referredReward]
      : [program.referrerReward, terms.referrerReward]
  const bills =
    money === null ? [] : exampleYear(terms, { price: money, everyMonths: 1 }, friends, startsAt)[side]
  return (
    <div className="flex flex-col gap-4">
      <PriceSetting price={price} currency={currency} />
      <RadioGroup
        label="Whose bills"
        options={[
          { value: 'friend', label: 'A friend who pays monthly' },
          { value: 'referrer', label: 'A referrer who pays monthly' },
        ]}
        value={side}
        onChange={setSide}
      />
      {side === 'referrer' && (
        <div>
          <label htmlFor={sliderId} className="flex justify-between gap-2 font-medium">
            Friends who become customers
            <output htmlFor={sliderId}>{friends}</output>
          </label>
          <input
            id={sliderId}
            type="range"
            min={0}
            max={EXAMPLE_MONTHS}
            value={friends}
            onChange={(event) => onFriends(Number(event.target.value))}
            className="w-full pointer-coarse:min-h-11"
          />
          <p className="text-xs text-soft">One a month, from month 1.</p>
        </div>
      )}
      {money === null ? (
        <p className="text-soft">Type a price to see the bills.</p>
      ) : typed !== null && ready === null ? (
        <p className="text-soft">The bills are shown once the reward of this side can be saved.</p>
      ) : (
        <>
          <p>{sumText(bills, currency)}</p>
          <BillsChart bills={bills} />
          <BillsTable
            label={side === 'friend' ? 'Bills of a friend' : 'Bills of a referrer'}
            rows={bills.map((bill, index) => ({
              bill,
              month: index + 1,
              explanation: billExplanation(bill, index + 1, side, terms, currency),
            }))}
            currency={currency}
          />
        </>
      )}
    </div>
  )
}

function sumText(bills: readonly ExampleBill[], currency: Currency): string {
  const saved = bills.reduce((sum, it) => sum + it.percentageMinor + it.creditMinor, 0)
  const paid = bills.reduce((sum, it) => sum + it.toPayMinor, 0)
  const discounted = bills.filter((it) => it.percentageMinor + it.creditMinor > 0).length
  return saved === 0
    ? `No bill is reduced: ${minorText(paid, currency)} in the year.`
    : `${count(discounted, 'bill is', 'bills are')} reduced: ${minorText(paid, currency)} in the year, ${minorText(saved, currency)} saved.`
}

type BillsTableProps = {
  readonly label: string
  readonly rows: readonly {
    readonly bill: ExampleBill
    readonly month: number
    readonly explanation: ReturnType<typeof billExplanation>
  }[]
  readonly currency: Currency
}

function BillsTable({ label, rows, currency }: BillsTableProps) {
  return (
    <table aria-label={label} className="w-full text-right text-xs">
      <thead className="text-soft">
        <tr>
          <th scope="col" className="py-1 text-left font-medium">
            Month
          </th>
          <th scope="col" className="py-1 font-medium">
            Price
          </th>
          <th scope="col" className="py-1 font-medium">
            Off
          </th>
          <th scope="col" className="py-1 font-medium">
            To pay
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ bill, month, explanation }) => (
          <tr key={month} className="border-t border-line">
            <th scope="row" className="py-1 text-left font-normal">
              {month}
            </th>
            <td>{minorText(bill.priceMinor, currency)}</td>
            <td>{minorText(bill.percentageMinor + bill.creditMinor, currency)}</td>
            <td>
              <Explained explanation={explanation}>{minorText(bill.toPayMinor, currency)}</Explained>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** One bar for each bill: the amount to pay, below the discount. The table beside it has the numbers. */
function BillsChart({ bills }: { readonly bills: readonly ExampleBill[] }) {
  const heightOf = (minor: number, bill: ExampleBill) =>
    `${bill.priceMinor === 0 ? 0 : (100 * minor) / bill.priceMinor}%`
  return (
    <div aria-hidden>
      <ul className="mb-2 flex gap-4 text-xs text-soft">
        <li className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-sm bg-series-1" />
          To pay
        </li>
        <li className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-sm border border-series-2 bg-good-soft" />
          Off
        </li>
      </ul>
      <div className="flex h-28 items-end gap-1">
        {bills.map((bill) => (
          <div key={bill.at} className="flex h-full min-w-0 flex-1 flex-col justify-end">
            {bill.toPayMinor < bill.priceMinor && (
              <div
                className="rounded-t-sm border border-series-2 bg-good-soft"
                style={{ height: heightOf(bill.percentageMinor + bill.creditMinor, bill) }}
              />
            )}
            <div className="bg-series-1" style={{ height: heightOf(bill.toPayMinor, bill) }} />
          </div>
        ))}
      </div>
      <div className="mt-1 flex gap-1 text-center text-[0.6875rem] text-soft">
        {bills.map((bill, index) => (
          <span key={bill.at} className="min-w-0 flex-1">
            {index + 1}
          </span>
        ))}
      </div>
    </div>
  )
}
