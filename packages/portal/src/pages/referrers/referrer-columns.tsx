import type { StatisticsReferrer } from '@goodword/client'
import { Link } from '@tanstack/react-router'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import type { Column } from '../../components/data-table.tsx'
import { Faced } from '../../components/texts/avatar.tsx'
import { amountsText, percentText } from '../../format/number-text.ts'
import { personName } from '../../format/person-name.ts'

type FigureName = 'clicks' | 'visitors' | 'attributed' | 'converted' | 'ended'

const figure = (name: FigureName, label: string): Column<StatisticsReferrer> => ({
  name,
  label,
  isNumeric: true,
  cell: (it) => it[name].toLocaleString(),
})

/** A referrer with the figures of their links. */
export const referrerColumns: readonly Column<StatisticsReferrer>[] = [
  {
    name: 'user',
    label: 'Referrer',
    isTitle: true,
    cell: (it) => (
      <Faced name={referrerName(it)}>
        <ReferrerLink referrer={it} />
      </Faced>
    ),
  },
  {
    name: 'code',
    label: 'Code',
    cell: (it) => (it.referralCode === null ? '–' : <code className="break-all">{it.referralCode}</code>),
  },
  figure('clicks', 'Clicks'),
  figure('visitors', 'Visitors'),
  figure('attributed', 'Started'),
  figure('converted', 'Converted'),
  figure('ended', 'Ended'),
  {
    name: 'rate',
    label: 'Rate',
    isNumeric: true,
    cell: (it) => (it.conversionRate === null ? '–' : percentText(it.conversionRate, 0)),
  },
  {
    name: 'brought',
    label: 'Brought',
    isNumeric: true,
    cell: (it) => (it.brought.length === 0 ? '–' : amountsText(it.brought)),
  },
]

export function referrerKey({ referralCode, accountId, userId }: StatisticsReferrer): string {
  return referralCode ?? `${accountId} ${userId}`
}

/** The name of a referrer, also of an erased one. */
export function referrerName({ firstName, lastName, userId }: StatisticsReferrer): string {
  return userId === null ? 'Erased' : personName({ firstName, lastName, email: null, id: userId })
}

/** The name of a referrer as a link to the page of the person. */
export function ReferrerLink({ referrer }: { readonly referrer: StatisticsReferrer }) {
  const { accountId, userId } = referrer
  const tenantAlias = useTenantAlias()
  if (accountId === null || userId === null)
    return <span className="text-soft">{referrerName(referrer)}</span>
  return (
    <Link
      to="/$tenantAlias/users/$accountId/$userId"
      params={{ tenantAlias, accountId, userId }}
      className="wrap-anywhere hover:underline"
    >
      {referrerName(referrer)}
    </Link>
  )
}
