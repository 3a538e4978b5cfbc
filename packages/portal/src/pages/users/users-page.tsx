import type { ListedUser, User, UserFigures } from '@goodword/client'
import { type Columns, timeCell } from '@goodword/domain/files/csv-record'
import { getRouteApi } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { buttonLook } from '../../components/button.tsx'
import type { Column } from '../../components/data-table.tsx'
import { DayRangeField } from '../../components/fields/day-range-field.tsx'
import { SearchField } from '../../components/fields/search-field.tsx'
import { ProgramLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Faced } from '../../components/texts/avatar.tsx'
import { Badge } from '../../components/texts/badge.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { accountName, personName } from '../../format/person-name.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListView } from '../../lists/list-view.tsx'
import { useList } from '../../lists/use-list.ts'
import { useListView } from '../../lists/use-list-view.ts'
import { useRole } from '../../session/use-session.ts'
import { AccountLink } from '../accounts/account-link.tsx'

const route = getRouteApi('/staff/$tenantAlias/users')

/** The list of people as a file: the names of an export, with the figures of the list. */
const peopleFile: Columns<ListedUser> = {
  accountId: (it) => it.accountId,
  id: (it) => it.id,
  email: (it) => it.email,
  firstName: (it) => it.firstName,
  lastName: (it) => it.lastName,
  locale: (it) => it.locale,
  referralCode: (it) => it.referralCode,
  shareLink: (it) => it.shareLinks.direct,
  dateCreated: (it) => timeCell(it.dateCreated),
  dateBlocked: (it) => timeCell(it.dateBlocked),
  referralsInProgress: (it) => it.figures?.inProgress ?? null,
  referralsConverted: (it) => it.figures?.converted ?? null,
  rewards: (it) => it.figures?.rewards ?? null,
}

const columns: readonly Column<ListedUser>[] = [
  { name: 'name', label: 'Name and e-mail', isTitle: true, cell: (it) => <UserLink user={it} /> },
  {
    name: 'account',
    label: 'Account and code',
    cell: (it) => (
      <span className="block min-w-28 text-soft">
        {accountName(it.accountId, null)}
        <code className="block text-xs">{it.referralCode}</code>
      </span>
    ),
  },
  {
    name: 'progress',
    label: 'In progress',
    isNumeric: true,
    cell: (it) => figureText(it, (figures) => figures.inProgress),
  },
  {
    name: 'converted',
    label: 'Converted',
    isNumeric: true,
    cell: (it) => figureText(it, (figures) => figures.converted),
  },
  {
    name: 'rewards',
    label: 'Rewards',
    isNumeric: true,
    cell: (it) => figureText(it, (figures) => figures.rewards),
  },
  { name: 'since', label: 'Since', sortBy: 'since', cell: (it) => <DateTime at={it.dateCreated} isDay /> },
]

const MAX_SHOWN = 5

/** A figure of a person's friends or rewards; more than are counted have a plus behind. */
function figureText({ figures }: ListedUser, of: (figures: UserFigures) => number): ReactNode {
  if (figures === undefined) return '–'
  const text = `${of(figures).toLocaleString()}${figures.complete ? '' : '+'}`
  return <span className={text === '0' ? 'text-soft' : 'font-medium'}>{text}</span>
}

export function UsersPage() {
  const { query, blocked } = route.useSearch()
  const navigate = route.useNavigate()
  // The API lists in another order, and by days, where nothing is searched for.
  const isWhole = query === undefined && blocked !== true
  const view = useListView('since')
  const days = isWhole ? { dateCreated: view.range, order: view.order } : {}
  const list = useList('listUsers', {
    query: { query, blocked: blocked === true ? 'true' : undefined, figures: 'true', ...days },
  })
  const search = useCallback(
    (text: string) =>
      void navigate({
        search: (it) => ({ ...it, query: text === '' ? undefined : text, cursor: undefined }),
        replace: true,
      }),
    [navigate],
  )
  return (
    <Page title="People" description="Everyone who can refer others, and everyone who was referred.">
      <ListView
        list={list}
        rowsOf={(it) => it.users}
        noun="people"
        label="People"
        columns={columns}
        keyOf={(it) => `${it.accountId} ${it.id}`}
        {...(isWhole ? { sort: view.headers } : {})}
        onOpen={({ accountId, id }) =>
          void navigate({
            to: '/$tenantAlias/users/$accountId/$userId',
            params: (it) => ({ ...it, accountId, userId: id }),
          })
        }
        file={{ columns: peopleFile, whole: isWhole ? { kind: 'users', ...view.days } : null }}
        filters={{
          isSet: !isWhole || view.hasDays,
          onClear: () => void navigate({ search: {} }),
          search: (
            <SearchField label="Search by name, e-mail, ID or code" value={query ?? ''} onChange={search} />
          ),
          fields: (
            <>
              <FilterSelect
                label="Blocked or not"
                empty="Everyone"
                options={[{ value: 'true', label: 'Blocked' }]}
                value={blocked === true ? 'true' : undefined}
                onChange={(it) => view.filter({ blocked: it === undefined ? undefined : true })}
              />
              {isWhole && <DayRangeField label="Known" {...view.days} onChange={view.setDays} />}
            </>
          ),
        }}
        isPart={false}
        icon={<Users />}
        empty={{
          title: emptyTitle(query, blocked),
          children: emptyText(query, blocked),
          actions: isWhole ? <WaysIn /> : undefined,
        }}
      >
        {query !== undefined && <AccountsFound query={query} />}
      </ListView>
    </Page>
  )
}

/** Where users come from. */
function WaysIn() {
  const { canWrite } = useRole()
  return (
    <>
      <ProgramLink page="install" className={buttonLook('primary')}>
        Install the script
      </ProgramLink>
      {canWrite && (
        <ProgramLink page="transfers" className={buttonLook('secondary')}>
          Import people
        </ProgramLink>
      )}
    </>
  )
}

function emptyTitle(query: string | undefined, blocked: true | undefined): string {
  if (query !== undefined) return 'No person was found'
  return blocked === true ? 'No one is blocked' : 'No people yet'
}

function emptyText(query: string | undefined, blocked: true | undefined): string {
  if (query !== undefined) {
    return 'The search finds the beginning of a name, an e-mail address, an ID or a code.'
  }
  return blocked === true
    ? 'Block an account on the page of one of its people.'
    : 'They appear when your page or your server first identifies them, or when you import them.'
}

function UserLink({ user }: { readonly user: User }) {
  return (
    <Faced name={personName(user)}>
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <AccountLink accountId={user.accountId} user={user} look="title" />
        {user.dateBlocked !== null && <Badge tone="danger">Blocked</Badge>}
        {user.email !== null && user.email !== personName(user) && (
          <span className="w-full text-xs font-normal text-soft">{user.email}</span>
        )}
      </span>
    </Faced>
  )
}

/** Accounts whose ID or customer ID begins with the search text: those without a person are found nowhere else. */
function AccountsFound({ query }: { readonly query: string }) {
  const found = useOperation('listAccounts', { query: { query, limit: MAX_SHOWN } })
  if (found.isError) return <ErrorState error={found.error} onRetry={found.refetch} />
  const { accounts, nextCursor } = found.data ?? { accounts: [], nextCursor: null }
  if (accounts.length === 0) return null
  return (
    <div className="card mb-4 px-5 py-3">
      <ul aria-label="Accounts" className="flex flex-col divide-y divide-line">
        {accounts.map(({ id, user, paymentProviderId }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
            <span className="text-soft">Account</span>
            <AccountLink accountId={id} user={null} />
            <span className="text-soft wrap-anywhere">
              {[user === null ? 'no person identified yet' : personName(user), paymentProviderId]
                .filter((it) => it !== null)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
      {nextCursor !== null && <p className="text-xs text-soft">Type more to find others.</p>}
    </div>
  )
}
