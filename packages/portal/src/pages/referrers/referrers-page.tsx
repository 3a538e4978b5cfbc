import type { StatisticsReferrer } from '@goodword/client'
import type { Columns } from '@goodword/domain/files/csv-record'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Trophy } from 'lucide-react'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { DayRangeField } from '../../components/fields/day-range-field.tsx'
import { Page } from '../../components/page.tsx'
import { personName } from '../../format/person-name.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListView } from '../../lists/list-view.tsx'
import { useList } from '../../lists/use-list.ts'
import { referrerColumns, referrerKey } from './referrer-columns.tsx'

const route = getRouteApi('/staff/$tenantAlias/referrers')

/** A day before any program began, because figures are of all time unless days are chosen. */
const FIRST_DAY = '2000-01-01'

const ranks = [
  { value: 'ATTRIBUTED', label: 'By referrals' },
  { value: 'CLICKS', label: 'By clicks' },
] as const

const file: Columns<StatisticsReferrer> = {
  referrer: ({ firstName, lastName, userId }) =>
    personName({ firstName, lastName, email: null, id: userId ?? '' }),
  accountId: (it) => it.accountId,
  userId: (it) => it.userId,
  referralCode: (it) => it.referralCode,
  clicks: (it) => String(it.clicks),
  visitors: (it) => String(it.visitors),
  started: (it) => String(it.attributed),
  converted: (it) => String(it.converted),
  ended: (it) => String(it.ended),
  brought: (it) => it.brought.map(({ amount, currency }) => `${amount} ${currency}`).join(', '),
}

/** Everybody whose link was followed or whose friend joined, with figures; the best ones first. */
export function ReferrersPage() {
  const { rankedBy, from, to } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList('listTopReferrers', { query: { rankedBy, from: from ?? FIRST_DAY, to } })
  const filter = (next: object) => void navigate({ search: (it) => ({ ...it, ...next, cursor: undefined }) })
  const open = useOpenReferrer()
  const hasDays = from !== undefined || to !== undefined
  return (
    <Page
      title="Best referrers"
      description="People by what came of their links and codes: of all time, or of the days that you choose. A referral counts on the day it started, converted or ended, and money on the day it was paid."
    >
      <ListView
        list={list}
        rowsOf={(it) => it.referrers}
        noun="referrers"
        label="Best referrers"
        columns={referrerColumns}
        keyOf={referrerKey}
        onOpen={open}
        file={{ columns: file }}
        filters={{
          isSet: rankedBy !== undefined || hasDays,
          onClear: () => void navigate({ search: {} }),
          fields: (
            <>
              <FilterSelect
                label="Order"
                empty="By conversions"
                options={ranks}
                value={rankedBy}
                onChange={(it) => filter({ rankedBy: it })}
              />
              <DayRangeField label="Counted" from={from} to={to} onChange={filter} />
            </>
          ),
        }}
        isPart={hasDays}
        whenNoneFits="No referrer has a figure of this kind in these days. Choose others, or another order."
        icon={<Trophy />}
        empty={emptyWords[rankedBy ?? 'CONVERTED']}
      />
    </Page>
  )
}

const emptyWords = {
  CONVERTED: {
    title: 'No conversions yet',
    children: 'Referrers are listed when a friend of theirs becomes a customer.',
  },
  ATTRIBUTED: {
    title: 'No referrals yet',
    children: 'Referrers are listed when a friend of theirs joins by a link or a code.',
  },
  CLICKS: { title: 'No clicks yet', children: 'Referrers are listed when a friend follows their link.' },
} as const

/** Opens the page of a referrer of a list; of one who was erased there is none. */
function useOpenReferrer(): (referrer: StatisticsReferrer) => void {
  const tenantAlias = useTenantAlias()
  const navigate = useNavigate()
  return ({ accountId, userId }) => {
    if (accountId === null || userId === null) return
    void navigate({
      to: '/$tenantAlias/users/$accountId/$userId',
      params: { tenantAlias, accountId, userId },
    })
  }
}
