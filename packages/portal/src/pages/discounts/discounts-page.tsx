import type {
  Connection,
  ConnectionReconciliation,
  DiscountWithUser,
  SubscriptionDiscount,
} from '@goodword/client'
import { type Columns, timeCell } from '@goodword/domain/files/csv-record'
import { getRouteApi } from '@tanstack/react-router'
import { Blocks, ReceiptText, RefreshCw } from 'lucide-react'
import { useConnection } from '../../api/use-connection.ts'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { Button, buttonLook } from '../../components/button.tsx'
import type { Column } from '../../components/data-table.tsx'
import { ProgramLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Faced } from '../../components/texts/avatar.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { EmptyState } from '../../components/texts/empty-state.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { Money } from '../../components/texts/money.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { ProcessorRecord } from '../../components/texts/processor-record.tsx'
import { TableSkeleton } from '../../components/texts/skeleton.tsx'
import { State, stateOptions } from '../../components/texts/state.tsx'
import { count } from '../../format/number-text.ts'
import { accountName } from '../../format/person-name.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListView } from '../../lists/list-view.tsx'
import { useList } from '../../lists/use-list.ts'
import { useRole } from '../../session/use-session.ts'
import { AccountFilter } from '../accounts/account-filter.tsx'
import { AccountLink } from '../accounts/account-link.tsx'
import { differenceText } from '../bills/bill-words.ts'
import { driftOf, stateSentence } from './discount-words.ts'

const route = getRouteApi('/staff/$tenantAlias/discounts')

/** Changes are made at the processor in the background. */
const REFRESH_MS = 5000

const discountFile: Columns<DiscountWithUser> = {
  subscriptionOf: (it) => accountName(it.accountId, it.user),
  accountId: (it) => it.accountId,
  subscriptionId: (it) => it.subscriptionId,
  expectedAmount: (it) => it.expectedAmount,
  actualAmount: (it) => it.actualAmount,
  currency: (it) => it.currency,
  state: (it) => it.state,
  reason: (it) => it.reason,
  dateNextBill: (it) => timeCell(it.dateNextBill),
  dateChecked: (it) => timeCell(it.dateChecked),
}

export function DiscountsPage() {
  const { canWrite } = useRole()
  const connection = useConnection()
  const reconcile = useReconcile()
  return (
    <Page
      title="Discounts"
      description="What each subscription’s next bill should have off, and what the payment processor takes off. The service keeps both equal by itself."
      actions={canWrite && connection.data && <ReconcileButton reconcile={reconcile} accountId={null} />}
    >
      {connection.data === null ? (
        <NotConnected />
      ) : connection.isError ? (
        <ErrorState error={connection.error} onRetry={connection.refetch} />
      ) : connection.data === undefined ? (
        <TableSkeleton columns={5} label="Discounts" />
      ) : (
        <div className="flex flex-col gap-4">
          {isUnhealthy(connection.data) && <Unhealthy isBroken={connection.data.state === 'BROKEN'} />}
          <div aria-live="polite" className="empty:hidden">
            {reconcile.answer}
          </div>
          <DiscountList reconcile={reconcile} />
        </div>
      )}
    </Page>
  )
}

function DiscountList({ reconcile }: { readonly reconcile: ReturnType<typeof useReconcile> }) {
  const { state, accountId } = route.useSearch()
  const navigate = route.useNavigate()
  const { canWrite } = useRole()
  const list = useList('listDiscounts', { query: { state, accountId } }, { refreshMs: REFRESH_MS })
  const all: readonly Column<DiscountWithUser>[] = canWrite
    ? [
        ...columns,
        {
          name: 'compare',
          label: 'Compare',
          cell: (it) => <ReconcileButton reconcile={reconcile} accountId={it.accountId} />,
        },
      ]
    : columns
  return (
    <ListView
      list={list}
      rowsOf={(it) => it.discounts}
      noun="subscriptions"
      label="Discounts"
      columns={all}
      keyOf={(it) => it.subscriptionId}
      file={{ columns: discountFile, noun: 'discounts' }}
      filters={{
        isSet: state !== undefined || accountId !== undefined,
        onClear: () => void navigate({ search: {} }),
        fields: (
          <>
            <AccountFilter
              label="Person or account"
              empty="Anybody"
              accountId={accountId}
              onChange={(it) => void navigate({ search: { state, accountId: it } })}
            />
            <FilterSelect
              label="State"
              options={stateOptions('discount')}
              value={state}
              onChange={(it) => void navigate({ search: { accountId, state: it } })}
            />
          </>
        ),
      }}
      icon={<ReceiptText />}
      empty={{
        title: 'No discounts yet',
        children:
          'A subscription at the payment processor appears here once its account has a reward, such as that of a friend who signed up.',
      }}
    />
  )
}

const columns: readonly Column<DiscountWithUser>[] = [
  {
    name: 'account',
    label: 'Subscription of',
    isTitle: true,
    cell: ({ accountId, user, subscriptionId }) => (
      <Faced name={accountName(accountId, user)}>
        <AccountLink accountId={accountId} user={user} look="title" />
        <span className="block">
          <ProcessorRecord page="subscription" id={subscriptionId} />
        </span>
      </Faced>
    ),
  },
  {
    name: 'actual',
    label: 'Off the next bill',
    isNumeric: true,
    cell: (it) => (
      <>
        <Money amount={it.actualAmount} currency={it.currency} />
        <Drift discount={it} />
      </>
    ),
  },
  {
    name: 'state',
    label: 'State',
    cell: (it) => (
      <>
        <State kind="discount" value={it.state} />
        {(it.state !== 'IN_STEP' || it.reason !== null) && (
          <span className="mt-1 block max-w-72 text-xs md:min-w-36 text-soft max-md:ml-auto">
            {stateSentence(it)}
          </span>
        )}
      </>
    ),
  },
  {
    name: 'bill',
    label: 'Next bill and last check',
    cell: (it) => (
      <>
        <DateTime at={it.dateNextBill} isDay />
        <span className="block text-xs text-soft">
          <DateTime at={it.dateChecked} />
        </span>
      </>
    ),
  },
]

/** How far what the processor takes off is from what it should; nothing where both are equal. */
function Drift({ discount }: { readonly discount: SubscriptionDiscount }) {
  const { expectedAmount, currency } = discount
  const drift = driftOf(discount)
  const difference = drift === null ? null : differenceText({ difference: drift, currency })
  if (expectedAmount === null || (drift !== null && difference === null)) return null
  return (
    <span className="block text-xs text-soft">
      {difference !== null && <span className="font-medium text-warning">{difference}, </span>}
      instead of <Money amount={expectedAmount} currency={currency} />
    </span>
  )
}

function NotConnected() {
  return (
    <EmptyState
      icon={<Blocks />}
      title="No payment processor is connected"
      actions={
        <ProgramLink page="install" search={{ tab: 'authorize' }} className={buttonLook('primary')}>
          Connect it under Install
        </ProgramLink>
      }
    >
      With a connection, the service takes discounts off the bills of your subscriptions by itself, and this
      page compares what it should be with what it is. Without one, your server asks for the discount of each
      bill.
    </EmptyState>
  )
}

/** A webhook that did not send anything yet keeps no discount from working. */
function isUnhealthy({ state, missingSetup }: Connection): boolean {
  return state === 'BROKEN' || missingSetup.some(({ item }) => item !== 'WEBHOOK')
}

function Unhealthy({ isBroken }: { readonly isBroken: boolean }) {
  return (
    <Notice
      kind={isBroken ? 'danger' : 'warning'}
      title={isBroken ? 'The connection is broken' : 'The connection is not complete'}
      actions={
        <ProgramLink isPlain page="install" search={{ tab: 'authorize' }}>
          Open Install
        </ProgramLink>
      }
    >
      {isBroken
        ? 'The payment processor rejects the stored keys, so discounts are not changed. Connect it again.'
        : 'Something is not set up at the payment processor yet, so discounts may not be changed.'}
    </Notice>
  )
}

/** Compares discounts with the payment processor now, for one account or for all. */
function useReconcile() {
  const reconcile = useMutationOf('reconcileConnection')
  const busyAccount = reconcile.isPending ? (reconcile.variables.body.accountId ?? null) : undefined
  return {
    run: (accountId: string | null) => reconcile.mutate({ body: accountId === null ? {} : { accountId } }),
    /** Undefined when none runs, null when it runs for all accounts. */
    busyAccount,
    answer: (
      <Answer error={reconcile.error} result={reconcile.data} account={reconcile.variables?.body.accountId} />
    ),
  }
}

type ReconcileButtonProps = {
  readonly reconcile: ReturnType<typeof useReconcile>
  readonly accountId: string | null
}

function ReconcileButton({ reconcile: { run, busyAccount }, accountId }: ReconcileButtonProps) {
  return (
    <Button
      kind={accountId === null ? 'secondary' : 'quiet'}
      icon={<RefreshCw />}
      onClick={() => run(accountId)}
      isBusy={busyAccount === accountId}
      disabled={busyAccount !== undefined && busyAccount !== accountId}
      aria-label={accountId === null ? undefined : `Compare ${accountId} now`}
      title={accountId === null ? undefined : 'Compare now'}
    >
      {accountId === null && 'Compare all now'}
    </Button>
  )
}

type AnswerProps = {
  readonly error: unknown
  readonly result: ConnectionReconciliation | undefined
  readonly account: string | undefined
}

function Answer({ error, result, account }: AnswerProps) {
  if (error !== null) return <ErrorState error={error} />
  if (result === undefined) return null
  const { checked, changed, failed } = result
  return (
    <Notice
      kind={failed > 0 ? 'warning' : 'good'}
      title={account === undefined ? 'All accounts were compared' : `${account} was compared`}
    >
      {count(checked, 'customer')} compared, {changed.toLocaleString()} corrected, {failed.toLocaleString()}{' '}
      failed.
      {failed > 0 && ' What failed is tried again by itself; its reason stands in the list.'}
      {account === undefined &&
        ' What could not be compared within 10 seconds is compared in the background and is not counted here.'}
    </Notice>
  )
}
