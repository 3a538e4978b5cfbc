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

/** The rewards given and used in the range, and apart from them all rewards that are open at its end. */
export function RewardSection({ rewards, to }: RewardSectionProps) {
  const moved = rewards.filter((it) => it.given + it.redeemed + it.expired + it.cancelled > 0)
  const open = rewards.filter((it) => it.owed !== 0)
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Section title="Rewards of this range">
        {moved.length === 0 ? (
          <p className="text-soft">No reward was given, used or taken back in this range.</p>
        ) : (
          <RewardTable
            label="Rewards of this range"
            columns={happenings.filter(({ amountOf }) => moved.some((it) => amountOf(it) !== 0))}
            rows={moved}
          />
        )}
      </Section>
      <Section title="Open rewards">
        <p className="mb-3 text-soft">
          At the end of {dayText(to)}, of all times: not used up, expired or taken back.
        </p>
        {open.length === 0 ? (
          <p className="text-soft">None.</p>
        ) : (
          <RewardTable
            label="Open rewards"
            columns={[{ label: 'Open', amountOf: (it) => it.owed }]}
            rows={open}
          />
        )}
      </Section>
    </div>
  )
}

type RewardTableProps = {
  readonly label: string
  readonly columns: readonly RewardColumn[]
  readonly rows: readonly RewardFigures[]
}

type RewardColumn = { readonly label: string; readonly amountOf: (row: RewardFigures) => number }

/** The changes of rewards; a change that did not happen in a range has no column. */
const happenings: readonly RewardColumn[] = [
  { label: 'Given', amountOf: (it) => it.given },
  { label: 'Used', amountOf: (it) => it.redeemed },
  { label: 'Expired', amountOf: (it) => it.expired },
  { label: 'Taken back', amountOf: (it) => it.cancelled },
]

function RewardTable({ label, columns, rows }: RewardTableProps) {
  return (
    <table aria-label={label} className="w-full text-left max-sm:text-xs">
      <thead>
        <tr className="text-xs text-soft">
          <th scope="col" className="py-1 pr-2 font-medium">
            Type
          </th>
          {columns.map((it) => (
            <th key={it.label} scope="col" className="py-1 pl-2 text-right font-medium">
              {it.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.type} ${row.unit}`} className="border-t border-line">
            <th scope="row" className="py-2 pr-2 text-left font-medium wrap-anywhere">
              {nameOf(row)}
            </th>
            {columns.map(({ label: column, amountOf }) => (
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

function nameOf({ type, unit }: RewardFigures): string {
  const { figures } = rewardTypeWords[type]
  return unit === null ? figures : `${figures}, ${unit}`
}

/** Discounts are numbers of rewards, everything else amounts. */
function figureText({ type, unit }: RewardFigures, value: number): string {
  return type === 'CREDIT' && unit !== null ? creditText(value, unit) : value.toLocaleString()
}
