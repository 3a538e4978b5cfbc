import type { RewardWithUser } from '@goodword/client'
import { type Columns, timeCell } from '@goodword/domain/files/csv-record'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Coins, Gift } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/data-table.tsx'
import { DayRangeField } from '../../components/fields/day-range-field.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Page } from '../../components/page.tsx'
import { Faced } from '../../components/texts/avatar.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { State, stateOptions } from '../../components/texts/state.tsx'
import { accountName } from '../../format/person-name.ts'
import { queueText, rewardText, rewardTypeOptions, sourceText } from '../../format/reward-text.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListView } from '../../lists/list-view.tsx'
import { useList } from '../../lists/use-list.ts'
import { useListView } from '../../lists/use-list-view.ts'
import { useOpenedRow } from '../../lists/use-opened-row.ts'
import { useRole } from '../../session/use-session.ts'
import { AccountFilter } from '../accounts/account-filter.tsx'
import { AccountLink } from '../accounts/account-link.tsx'
import { Redeem } from './redeem.tsx'
import { RewardDrawer } from './reward-drawer.tsx'

const route = getRouteApi('/staff/$tenantAlias/rewards')

/** The list of rewards as a file: the names of an export, with the reward and its owner in words. */
const rewardFile: Columns<RewardWithUser> = {
  reward: (it) => rewardText(it),
  owner: (it) => accountName(it.accountId, it.user),
  earnedFor: sourceText,
  statuses: (it) => it.statuses.join(' '),
  dateCreated: (it) => timeCell(it.dateCreated),
  dateExpires: (it) => timeCell(it.dateExpires),
  accountId: (it) => it.accountId,
  userId: (it) => it.userId,
  referralId: (it) => it.referralId,
  type: (it) => it.type,
  id: (it) => it.id,
}

const columns: readonly Column<RewardWithUser>[] = [
  { name: 'reward', label: 'Reward', isTitle: true, cell: (it) => <RewardLink reward={it} /> },
  {
    name: 'status',
    label: 'Status',
    cell: (it) => (
      <span className="flex flex-wrap gap-1 max-md:justify-end">
        {it.statuses.map((each) => (
          <State key={each} kind="reward" value={each} />
        ))}
        <span className="text-soft">{queueText(it)}</span>
      </span>
    ),
  },
  {
    name: 'created',
    label: 'Created',
    sortBy: 'created',
    cell: (it) => <DateTime at={it.dateCreated} isDay />,
  },
]

const expires: Column<RewardWithUser> = {
  name: 'expires',
  label: 'Expires',
  cell: (it) => <DateTime at={it.dateExpires} isDay />,
}

export function RewardsPage() {
  const { status, type, accountId } = route.useSearch()
  const [reward, show] = useOpenedRow('reward')
  const navigate = route.useNavigate()
  const { canWrite } = useRole()
  const [isRedeeming, setRedeeming] = useState(false)
  const filters = { status, type, accountId }
  const isFiltered = Object.values(filters).some((it) => it !== undefined)
  const view = useListView('created', isFiltered)
  const { sort, order, range } = view
  const list = useList('listRewards', {
    query:
      sort === 'dateExpires'
        ? { sort, order, dateExpires: range }
        : { ...filters, order, dateCreated: range },
  })
  const filter = (change: Partial<typeof filters>) => view.filter(change)
  return (
    <Page
      title="Rewards"
      description="What referrers and their friends have earned. A referrer is rewarded for a friend who pays; the friend is rewarded for having come by a link or code."
      actions={
        canWrite && (
          <Button icon={<Coins />} onClick={() => setRedeeming(true)}>
            Redeem credit
          </Button>
        )
      }
    >
      <ListView
        list={list}
        rowsOf={(it) => it.rewards}
        noun="rewards"
        label="Rewards"
        columns={[...columns, isFiltered ? expires : { ...expires, sortBy: 'dateExpires' }]}
        sort={view.headers}
        keyOf={(it) => it.id}
        onOpen={(it) => show(it.id)}
        file={{
          columns: rewardFile,
          whole: isFiltered || sort !== undefined ? null : { kind: 'rewards', ...view.days },
        }}
        filters={{
          isSet: isFiltered || view.hasDays,
          onClear: () => void navigate({ search: {} }),
          fields: (
            <>
              <AccountFilter
                label="Person or account"
                empty="Anybody"
                accountId={accountId}
                onChange={(it) => filter({ accountId: it })}
              />
              <FilterSelect
                label="Status"
                options={stateOptions('reward')}
                value={status}
                onChange={(it) => filter({ status: it })}
              />
              <FilterSelect
                label="Type"
                options={rewardTypeOptions('name')}
                value={type}
                onChange={(it) => filter({ type: it })}
              />
              <DayRangeField
                label={sort === undefined ? 'Created' : 'Expires'}
                {...view.days}
                onChange={view.setDays}
              />
            </>
          ),
        }}
        isPart={isFiltered || view.hasDays || sort !== undefined}
        icon={<Gift />}
        empty={{
          title: 'No rewards yet',
          children:
            'Rewards are created when referrals start and convert, and when you give one on the page of a person.',
        }}
      />
      <RewardDrawer
        rewardId={reward}
        listed={list.data?.rewards.find((it) => it.id === reward)}
        onClose={() => show(undefined)}
      />
      <Dialog isOpen={isRedeeming} onClose={() => setRedeeming(false)} title="Redeem credit of an account">
        <Redeem first={accountId ?? ''} onClose={() => setRedeeming(false)} />
      </Dialog>
    </Page>
  )
}

/** The reward, with whose it is and what it was earned for. */
function RewardLink({ reward }: { readonly reward: RewardWithUser }) {
  return (
    <Faced name={accountName(reward.accountId, reward.user)}>
      <Link
        from="/$tenantAlias/rewards"
        to="."
        search={(it) => ({ ...it, reward: reward.id })}
        className="break-words hover:underline"
      >
        {rewardText(reward)}
      </Link>
      <span className="block text-xs font-normal text-soft">
        <AccountLink accountId={reward.accountId} user={reward.user} look="text" />, {sourceText(reward)}
      </span>
    </Faced>
  )
}
