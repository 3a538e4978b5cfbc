import type { Referral } from '@goodword/client'
import { fraudRuleNames as allRules, type FraudRuleName } from '@goodword/domain/fraud'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Repeat2 } from 'lucide-react'
import { useContext } from 'react'
import { AccountFilter } from '../../account/account-filter.tsx'
import { ExportList } from '../../account/export-list.tsx'
import { headersFor } from '../../api/list-sort.ts'
import { useList } from '../../api/use-list.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { DateTime, TimeZone } from '../../components/date-time.tsx'
import { DayRangeField } from '../../components/day-range-field.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { Page } from '../../components/page.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { Select } from '../../components/select.tsx'
import { State, stateOptions } from '../../components/state.tsx'
import { timeRangeOf } from '../../format/day-range.ts'
import { accountName, personName } from '../../format/person-name.ts'
import { fraudModeNames, fraudRuleNames } from '../../program/program-words.ts'

const route = getRouteApi('/staff/$tenantAlias/referrals')

const columns: readonly Column<Referral>[] = [
  { name: 'referrer', label: 'Referrer', isTitle: true, cell: (it) => <ReferralLink referral={it} /> },
  {
    name: 'friend',
    label: 'Friend',
    cell: (it) => accountName(it.referredAccountId, it.referredUser),
  },
  { name: 'code', label: 'Code', cell: (it) => <code>{it.referralCodeUsed}</code> },
  { name: 'status', label: 'Status', cell: (it) => <State kind="referral" value={it.status} /> },
  { name: 'review', label: 'Review', cell: (it) => <State kind="moderation" value={worst(it)} /> },
  {
    name: 'started',
    label: 'Started',
    sortBy: 'started',
    cell: (it) => <DateTime at={it.dateReferralStarted} isDay />,
  },
]

const converted: Column<Referral> = {
  name: 'converted',
  label: 'Converted',
  cell: (it) => <DateTime at={it.dateConverted} isDay />,
}

export function ReferralsPage() {
  const { cursor: _page, from, to, sort, order, ...filters } = route.useSearch()
  const { status, moderationStatus, referringAccountId, referredAccountId, fraudRule, shadowFraudRule } =
    filters
  const navigate = route.useNavigate()
  const timeZone = useContext(TimeZone)
  const isFiltered = Object.values(filters).some((it) => it !== undefined)
  const hasDays = from !== undefined || to !== undefined
  const range = timeRangeOf(from, to, timeZone)
  // The API sorts by the conversion where no filter but its days chooses.
  const isByConversion = sort === 'dateConverted' && !isFiltered
  const list = useList('listReferrals', {
    query: isByConversion
      ? { sort, order, dateConverted: range }
      : { ...filters, order, dateReferralStarted: range },
  })
  const filter = (change: Partial<typeof filters>) =>
    void navigate({ search: { ...filters, from, to, order, ...change } })
  const headers = headersFor(
    { sort: isByConversion ? sort : undefined, order },
    'started',
    (next) =>
      void navigate({
        search: {
          ...filters,
          from,
          to,
          order: next.order,
          sort: next.sort === 'dateConverted' ? next.sort : undefined,
        },
      }),
  )
  return (
    <Page title="Referrals" description="Each is a friend who signed up with a person’s link or code.">
      <FilterBar
        isFiltered={isFiltered || hasDays}
        onClear={() => void navigate({ search: {} })}
        actions={
          <ExportList
            kind="referrals"
            noun="referrals"
            hasOtherFilters={isFiltered || isByConversion}
            from={isByConversion ? undefined : from}
            to={isByConversion ? undefined : to}
          />
        }
      >
        <AccountFilter
          label="Referrer"
          empty="Any referrer"
          accountId={referringAccountId}
          onChange={(it) => filter({ referringAccountId: it })}
        />
        <AccountFilter
          label="Friend"
          empty="Any friend"
          accountId={referredAccountId}
          onChange={(it) => filter({ referredAccountId: it })}
        />
        <Select
          label="Status"
          hasHiddenLabel
          empty="Any status"
          options={stateOptions('referral')}
          value={status ?? null}
          onChange={(it) => filter({ status: it ?? undefined })}
        />
        <Select
          label="Review"
          hasHiddenLabel
          empty="Any review"
          options={stateOptions('moderation')}
          value={moderationStatus ?? null}
          onChange={(it) => filter({ moderationStatus: it ?? undefined })}
        />
        <Select
          label="Found by a rule"
          hasHiddenLabel
          empty="Any fraud rule"
          options={ruleOptions}
          value={ruleValue(fraudRule, shadowFraudRule)}
          onChange={(it) => filter(rulesOf(it))}
        />
        <DayRangeField
          label={isByConversion ? 'Converted' : 'Started'}
          from={from}
          to={to}
          onChange={(days) =>
            void navigate({ search: { ...filters, sort: isByConversion ? sort : undefined, order, ...days } })
          }
        />
      </FilterBar>
      {list.isError ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <>
          <DataTable
            label="Referrals"
            columns={[...columns, isFiltered ? converted : { ...converted, sortBy: 'dateConverted' }]}
            sort={headers}
            rows={list.data?.referrals}
            keyOf={(it) => it.id}
            isStale={list.isPlaceholderData}
            onOpen={({ id }) =>
              void navigate({
                to: '/$tenantAlias/referrals/$referralId',
                params: (it) => ({ ...it, referralId: id }),
              })
            }
            empty={isFiltered || hasDays || isByConversion ? <NothingFits /> : <NothingYet />}
          />
          <Pagination pages={list.pages} totalCount={list.data?.totalCount} noun="referrals" />
        </>
      )}
    </Page>
  )
}

const ruleOptions = allRules.flatMap((rule) => [
  { value: `active ${rule}`, label: fraudRuleNames[rule] },
  { value: `shadow ${rule}`, label: `${fraudRuleNames[rule]}, ${fraudModeNames.shadow.toLowerCase()}` },
])

function ruleValue(active: FraudRuleName | undefined, shadow: FraudRuleName | undefined): string | null {
  if (active !== undefined) return `active ${active}`
  return shadow === undefined ? null : `shadow ${shadow}`
}

function rulesOf(value: string | null) {
  const [mode, name] = value?.split(' ') ?? []
  const rule = allRules.find((it) => it === name)
  return {
    fraudRule: mode === 'active' ? rule : undefined,
    shadowFraudRule: mode === 'shadow' ? rule : undefined,
  }
}

function ReferralLink({ referral }: { readonly referral: Referral }) {
  const { tenantAlias } = route.useParams()
  return (
    <Link
      to="/$tenantAlias/referrals/$referralId"
      params={{ tenantAlias, referralId: referral.id }}
      className="font-medium hover:underline"
    >
      {personName(referral.referrerUser)}
    </Link>
  )
}

/** The side that needs the most attention. */
function worst({ referrerModerationStatus, referredModerationStatus }: Referral) {
  const sides = [referrerModerationStatus, referredModerationStatus]
  return (['PENDING', 'DENIED'] as const).find((it) => sides.includes(it)) ?? 'APPROVED'
}

function NothingYet() {
  return (
    <EmptyState icon={<Repeat2 />} title="No referrals yet">
      A referral starts when a friend signs up with a referrer’s link or code.
    </EmptyState>
  )
}

function NothingFits() {
  return (
    <EmptyState icon={<Repeat2 />} title="No referral fits these filters">
      Change or clear the filters to see others.
    </EmptyState>
  )
}
