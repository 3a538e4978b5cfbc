import type { Referral } from '@goodword/client'
import { type Columns, timeCell } from '@goodword/domain/files/csv-record'
import { type FraudRuleName, fraudRuleNames } from '@goodword/domain/fraud/fraud'
import { getRouteApi } from '@tanstack/react-router'
import { Repeat2 } from 'lucide-react'
import type { Column } from '../../components/data-table.tsx'
import { DayRangeField } from '../../components/fields/day-range-field.tsx'
import { ReferralLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Faced } from '../../components/texts/avatar.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { State, stateOptions } from '../../components/texts/state.tsx'
import { accountName, personName } from '../../format/person-name.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListView } from '../../lists/list-view.tsx'
import { useList } from '../../lists/use-list.ts'
import { useListView } from '../../lists/use-list-view.ts'
import { AccountFilter } from '../accounts/account-filter.tsx'
import { fraudModeNames, fraudRuleWords } from '../program/program-words.ts'

const route = getRouteApi('/staff/$tenantAlias/referrals')

/** The list of referrals as a file: the names of an export, and those of the people. */
const referralFile: Columns<Referral> = {
  referrer: (it) => personName(it.referrerUser),
  friend: (it) => accountName(it.referredAccountId, it.referredUser),
  referralCode: (it) => it.referralCodeUsed,
  status: (it) => it.status,
  referrerModerationStatus: (it) => it.referrerModerationStatus,
  referredModerationStatus: (it) => it.referredModerationStatus,
  dateReferralStarted: (it) => timeCell(it.dateReferralStarted),
  dateConverted: (it) => timeCell(it.dateConverted),
  dateReferralEnded: (it) => timeCell(it.dateReferralEnded),
  referringAccountId: (it) => it.referringAccountId,
  referredAccountId: (it) => it.referredAccountId,
  fraudSignals: (it) => it.fraudSignals.map(({ rule }) => rule).join(' '),
  id: (it) => it.id,
}

const columns: readonly Column<Referral>[] = [
  { name: 'friend', label: 'Friend', isTitle: true, cell: (it) => <FriendLink referral={it} /> },
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
  const { cursor: _page, from: _from, to: _to, sort: _sort, order: _order, ...filters } = route.useSearch()
  const { status, moderationStatus, referringAccountId, referredAccountId, fraudRule, shadowFraudRule } =
    filters
  const navigate = route.useNavigate()
  const isFiltered = Object.values(filters).some((it) => it !== undefined)
  const view = useListView('started', isFiltered)
  const { sort, order, range } = view
  const list = useList('listReferrals', {
    query:
      sort === 'dateConverted'
        ? { sort, order, dateConverted: range }
        : { ...filters, order, dateReferralStarted: range },
  })
  const filter = (change: typeof filters) => view.filter(change)
  return (
    <Page title="Referrals" description="Each is a friend who signed up with a person’s link or code.">
      <ListView
        list={list}
        rowsOf={(it) => it.referrals}
        noun="referrals"
        label="Referrals"
        columns={[...columns, isFiltered ? converted : { ...converted, sortBy: 'dateConverted' }]}
        sort={view.headers}
        keyOf={(it) => it.id}
        onOpen={({ id }) =>
          void navigate({
            to: '/$tenantAlias/referrals/$referralId',
            params: (it) => ({ ...it, referralId: id }),
          })
        }
        file={{
          columns: referralFile,
          whole: isFiltered || sort !== undefined ? null : { kind: 'referrals', ...view.days },
        }}
        filters={{
          isSet: isFiltered || view.hasDays,
          onClear: () => void navigate({ search: {} }),
          fields: (
            <>
              <AccountFilter
                label="Referrer"
                empty="Any referrer"
                accountId={referringAccountId}
                onChange={(it) => filter({ referringAccountId: it })}
              />
              <FilterSelect
                label="Status"
                options={stateOptions('referral')}
                value={status}
                onChange={(it) => filter({ status: it })}
              />
              <DayRangeField
                label={sort === undefined ? 'Started' : 'Converted'}
                {...view.days}
                onChange={view.setDays}
              />
            </>
          ),
          further: {
            isSet: [referredAccountId, moderationStatus, fraudRule, shadowFraudRule].some(
              (it) => it !== undefined,
            ),
            fields: (
              <>
                <AccountFilter
                  label="Friend"
                  empty="Any friend"
                  accountId={referredAccountId}
                  onChange={(it) => filter({ referredAccountId: it })}
                />
                <FilterSelect
                  label="Review"
                  options={stateOptions('moderation')}
                  value={moderationStatus}
                  onChange={(it) => filter({ moderationStatus: it })}
                />
                <FilterSelect
                  label="Found by a rule"
                  empty="Any fraud rule"
                  options={ruleOptions}
                  value={ruleValue(fraudRule, shadowFraudRule)}
                  onChange={(it) => filter(rulesOf(it))}
                />
              </>
            ),
          },
        }}
        isPart={isFiltered || view.hasDays || sort !== undefined}
        icon={<Repeat2 />}
        empty={{
          title: 'No referrals yet',
          children: 'A referral starts when a friend signs up with a referrer’s link or code.',
        }}
      />
    </Page>
  )
}

const ruleOptions = fraudRuleNames.flatMap((rule) => [
  { value: `active ${rule}`, label: fraudRuleWords[rule].name },
  { value: `shadow ${rule}`, label: `${fraudRuleWords[rule].name}, ${fraudModeNames.shadow.toLowerCase()}` },
])

function ruleValue(active: FraudRuleName | undefined, shadow: FraudRuleName | undefined) {
  if (active !== undefined) return `active ${active}`
  return shadow === undefined ? undefined : `shadow ${shadow}`
}

function rulesOf(value: string | undefined) {
  const [mode, name] = value?.split(' ') ?? []
  const rule = fraudRuleNames.find((it) => it === name)
  return {
    fraudRule: mode === 'active' ? rule : undefined,
    shadowFraudRule: mode === 'shadow' ? rule : undefined,
  }
}

/** The friend, with the person whose code they used. */
function FriendLink({ referral }: { readonly referral: Referral }) {
  const { id, referredAccountId, referredUser, referrerUser, referralCodeUsed } = referral
  const friend = accountName(referredAccountId, referredUser)
  return (
    <Faced name={friend}>
      <ReferralLink referralId={id} className="hover:underline">
        {friend}
      </ReferralLink>
      <span className="block text-xs font-normal text-soft">
        by {personName(referrerUser)}, <code>{referralCodeUsed}</code>
      </span>
    </Faced>
  )
}

/** The side that needs the most attention. */
function worst({ referrerModerationStatus, referredModerationStatus }: Referral) {
  const sides = [referrerModerationStatus, referredModerationStatus]
  return (['PENDING', 'DENIED'] as const).find((it) => sides.includes(it)) ?? 'APPROVED'
}
