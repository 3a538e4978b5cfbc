import type { Statistics } from '@goodword/client'
import { Section } from '../../components/page.tsx'
import { dayText } from '../../format/days.ts'
import { creditText, rewardTypeWords } from '../../format/reward-text.ts'

type RewardFigures = Statistics['rewards'][number]
type RewardSectionProps = {
  readonly rewards: readonly RewardFigures[]
  /** The last day of the range. */
  readonly to: string
}

/** The rewards given and used in the range, and beside them all rewards that are open at its end. */
export function RewardSection({ rewards, to }: RewardSectionProps) {
  const rows = rewards.filter((it) => columns.some(({ amountOf }) => amountOf(it) !== 0))
  const shown = columns.filter(({ amountOf }) => rows.some((it) => amountOf(it) !== 0))
  return (
    <Section title="Rewards">
      {rows.length === 0 ? (
        <p className="text-soft">No reward was given, used or taken back in this range, and none is open.</p>
      ) : (
        <>
          <RewardTable columns={shown} rows={rows} />
          <p className="mt-3 text-xs text-soft">Open: at the end of {dayText(to)}, whenever it was given.</p>
        </>
      )}
    </Section>
  )
}

type RewardColumn = { readonly label: string; readonly amountOf: (row: RewardFigures) => number }

/** A change that did not happen in a range has no column. */
const columns: readonly RewardColumn[] = [
  { label: 'Given', amountOf: (it) => it.given },
  { label: 'Used', amountOf: (it) => it.redeemed },
  { label: 'Expired', amountOf: (it) => it.expired },
  { label: 'Taken back', amountOf: (it) => it.cancelled },
  { label: 'Open', amountOf: (it) => it.owed },
]

type RewardTableProps = {
  readonly columns: readonly RewardColumn[]
  readonly rows: readonly RewardFigures[]
}

function RewardTable({ columns: shown, rows }: RewardTableProps) {
  return (
    <table aria-label="Rewards" className="w-full text-left max-sm:text-xs">
      <thead>
        <tr className="text-xs text-soft">
          <th scope="col" className="py-1 pr-2 font-medium">
            Type
          </th>
          {shown.map((it) => (
            <th key={it.label} scope="col" className="py-1 pl-2 text-right font-medium">
              {it.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={nameOf(row)} className="border-t border-line">
            <th scope="row" className="py-2 pr-2 text-left font-medium wrap-anywhere">
              {nameOf(row)}
            </th>
            {shown.map(({ label: column, amountOf }) => (
              <td key={column} className="py-2 pl-2 text-right whitespace-nowrap">
                {figureText(row, amountOf(row))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function nameOf({ type, unit, stacking }: RewardFigures): string {
  const { figures } = rewardTypeWords[type]
  if (unit === null) return stacking === 'QUEUE' ? `${figures}, one after another` : figures
  return type === 'FEATURE' ? unit : `${figures}, ${type === 'CREDIT' ? unit : `${unit.toLowerCase()}s`}`
}

/** Discounts are numbers of rewards, everything else amounts. */
function figureText({ type, unit }: RewardFigures, value: number): string {
  return type === 'CREDIT' && unit !== null ? creditText(value, unit) : value.toLocaleString()
}
