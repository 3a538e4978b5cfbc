import type { StatisticsReferrer } from '@goodword/client'
import { Trophy } from 'lucide-react'
import { ProgramLink } from '../../components/links.tsx'
import { Section } from '../../components/page.tsx'
import { Avatar } from '../../components/texts/avatar.tsx'
import { EmptyState } from '../../components/texts/empty-state.tsx'
import { amountsText, count } from '../../format/number-text.ts'
import { ReferrerLink, referrerKey, referrerName } from '../referrers/referrer-columns.tsx'
import type { Range } from './range.ts'

const SHOWN = 6

type BestReferrersProps = {
  /** The referrer with the most conversions comes first. */
  readonly referrers: readonly StatisticsReferrer[]
  readonly range: Pick<Range, 'from' | 'to'>
}

/** The referrers with the most conversions of the range, with a link to the list of all. */
export function BestReferrers({ referrers, range: { from, to } }: BestReferrersProps) {
  const most = Math.max(1, ...referrers.map((it) => it.converted))
  return (
    <Section
      title="Best referrers"
      actions={
        <ProgramLink page="referrers" search={{ from, to }}>
          All referrers
        </ProgramLink>
      }
    >
      {referrers.length === 0 ? (
        <EmptyState icon={<Trophy />} title="No conversions in this range">
          Referrers appear when a friend of theirs becomes a customer.
        </EmptyState>
      ) : (
        <ol aria-label="Best referrers" className="flex flex-col gap-3">
          {referrers.slice(0, SHOWN).map((it) => (
            <li key={referrerKey(it)} className="flex items-center gap-3">
              <Avatar name={referrerName(it)} />
              <div className="min-w-0 flex-1">
                <p className="flex items-baseline justify-between gap-3">
                  <ReferrerLink referrer={it} />
                  <span className="shrink-0">
                    {count(it.converted, 'customer')}
                    <span className="text-soft max-sm:hidden">, {count(it.attributed, 'sign-up')}</span>
                    {it.brought.length > 0 && (
                      <strong className="ml-3 font-semibold">{amountsText(it.brought)}</strong>
                    )}
                  </span>
                </p>
                <div aria-hidden className="mt-1 h-1.5 rounded-full bg-neutral-soft">
                  <div
                    className="h-full rounded-full bg-series-1"
                    style={{ width: `${(100 * it.converted) / most}%` }}
                  />
                </div>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}
