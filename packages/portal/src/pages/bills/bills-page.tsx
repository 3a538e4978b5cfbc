import type { BillWithUser } from '@goodword/client'
import { type Columns, timeCell } from '@goodword/domain/files/csv-record'
import { getRouteApi } from '@tanstack/react-router'
import { Receipt } from 'lucide-react'
import { useContext, useState } from 'react'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/data-table.tsx'
import { DayRangeField } from '../../components/fields/day-range-field.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { useMutationWithToast } from '../../components/overlays/use-mutation-with-toast.ts'
import { Page } from '../../components/page.tsx'
import { Faced } from '../../components/texts/avatar.tsx'
import { DateTime, TimeZone } from '../../components/texts/date-time.tsx'
import { Money } from '../../components/texts/money.tsx'
import { ProcessorRecord } from '../../components/texts/processor-record.tsx'
import { State, stateOptions } from '../../components/texts/state.tsx'
import { endOfDay } from '../../format/day-range.ts'
import { moneyText } from '../../format/number-text.ts'
import { accountName } from '../../format/person-name.ts'
import { timeInZone } from '../../format/zoned-time.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListView } from '../../lists/list-view.tsx'
import { useList } from '../../lists/use-list.ts'
import { useListView } from '../../lists/use-list-view.ts'
import { useRole } from '../../session/use-session.ts'
import { AccountFilter } from '../accounts/account-filter.tsx'
import { AccountLink } from '../accounts/account-link.tsx'
import { ReasonField } from '../accounts/reason-field.tsx'
import { actionsFor, differenceText, reasonText } from './bill-words.ts'

const route = getRouteApi('/staff/$tenantAlias/bills')

/** Refunds are made in the background. */
const REFRESH_MS = 5000

/** The list of bills as a file: the names of an export, with the owner in words. */
const billFile: Columns<BillWithUser> = {
  billOf: (it) => accountName(it.accountId, it.user),
  accountId: (it) => it.accountId,
  subscriptionId: (it) => it.subscriptionId,
  transactionId: (it) => it.transactionId,
  date: (it) => timeCell(it.date),
  price: (it) => it.price,
  expectedDiscount: (it) => it.expectedDiscount,
  actualDiscount: (it) => it.actualDiscount,
  difference: (it) => it.difference,
  charged: (it) => it.charged,
  addedTax: (it) => it.addedTax,
  refunded: (it) => it.refunded,
  owed: (it) => it.owed,
  currency: (it) => it.currency,
  state: (it) => it.state,
  reason: (it) => it.reason,
  id: (it) => it.id,
}

/** Each bill with its actual and its expected discount. */
export function BillsPage() {
  const { state, accountId } = route.useSearch()
  const navigate = route.useNavigate()
  const timeZone = useContext(TimeZone)
  const { canWrite } = useRole()
  const view = useListView('date')
  const { from, to } = view.days
  const query = {
    state,
    accountId,
    order: view.order,
    from: from === undefined ? undefined : timeInZone(from, timeZone),
    to: to === undefined ? undefined : endOfDay(to, timeZone),
  }
  const list = useList('listBills', { query }, { refreshMs: REFRESH_MS })
  const isWhole = accountId === undefined && state === undefined
  return (
    <Page
      title="Bills"
      description="What was taken off each bill at the payment processor, beside what should have been. Bills of subscriptions with a reward, or with a referral discount, are kept as they are made."
    >
      <ListView
        list={list}
        rowsOf={(it) => it.bills}
        noun="bills"
        label="Bills"
        columns={[
          ...columns,
          { name: 'state', label: 'State', cell: (it) => <BillState bill={it} canWrite={canWrite} /> },
        ]}
        sort={view.headers}
        keyOf={(it) => it.id}
        file={{ columns: billFile, whole: isWhole ? { kind: 'bills', ...view.days } : null }}
        filters={{
          isSet: accountId !== undefined || view.hasDays || state !== undefined,
          onClear: () => void navigate({ search: {} }),
          fields: (
            <>
              <AccountFilter
                label="Person or account"
                empty="Anybody"
                accountId={accountId}
                onChange={(it) => view.filter({ accountId: it })}
              />
              <FilterSelect
                label="State"
                options={stateOptions('bill')}
                value={state}
                onChange={(it) => view.filter({ state: it })}
              />
              <DayRangeField label="Made" {...view.days} onChange={view.setDays} />
            </>
          ),
        }}
        icon={<Receipt />}
        empty={noBills}
      />
    </Page>
  )
}

const columns: readonly Column<BillWithUser>[] = [
  {
    name: 'account',
    label: 'Bill of',
    isTitle: true,
    cell: ({ accountId, user, subscriptionId, transactionId }) => (
      <Faced name={accountName(accountId, user)}>
        <AccountLink accountId={accountId} user={user} look="title" />
        <span className="block">
          {transactionId === null ? (
            <>
              <ProcessorRecord page="subscription" id={subscriptionId} />
              <span className="text-xs font-normal text-soft">, not charged</span>
            </>
          ) : (
            <ProcessorRecord page="payment" id={transactionId} />
          )}
        </span>
      </Faced>
    ),
  },
  { name: 'date', label: 'Made', sortBy: 'date', cell: (it) => <DateTime at={it.date} isDay /> },
  {
    name: 'charged',
    label: 'Paid',
    isNumeric: true,
    cell: ({ charged, price, refunded, currency }) => (
      <>
        <Money amount={charged} currency={currency} />
        <span className="block text-xs text-soft">
          of <Money amount={price} currency={currency} />
          {refunded > 0 && (
            <>
              , <Money amount={refunded} currency={currency} /> refunded
            </>
          )}
        </span>
      </>
    ),
  },
  {
    name: 'discount',
    label: 'Taken off',
    isNumeric: true,
    cell: (it) => (
      <>
        <Money amount={it.actualDiscount} currency={it.currency} />
        {it.actualDiscount !== it.expectedDiscount && (
          <span className="block text-xs text-soft">
            instead of <Money amount={it.expectedDiscount} currency={it.currency} />
          </span>
        )}
      </>
    ),
  },
]

/** What is wrong with a bill or became of it, and for staff who may write what can be done. */
function BillState({ bill, canWrite }: { readonly bill: BillWithUser; readonly canWrite: boolean }) {
  return (
    <>
      <State kind="bill" value={bill.state} />
      {bill.state !== 'RIGHT' && (
        <span className="mt-1 block max-w-md text-xs text-soft max-md:ml-auto md:min-w-36">
          <Paid bill={bill} /> {reasonText(bill)}
        </span>
      )}
      {canWrite && <BillActions bill={bill} />}
    </>
  )
}

function Paid({ bill }: { readonly bill: BillWithUser }) {
  const text = differenceText(bill)
  return text === null ? null : <span className="font-medium text-text">{text} was paid.</span>
}

const noBills = {
  title: 'No bills yet',
  children:
    'A bill appears here when the payment processor has made it, for a subscription with a reward or with a referral discount.',
}

type Asked = 'refund' | 'waive' | null

/** The buttons of a bill that differs, each with its question. */
function BillActions({ bill }: { readonly bill: BillWithUser }) {
  const [asked, setAsked] = useState<Asked>(null)
  const { canRefund, canWaive } = actionsFor(bill)
  if (!canRefund && !canWaive) return null
  const close = () => setAsked(null)
  const name = accountName(bill.accountId, bill.user)
  return (
    <span className="mt-2 flex flex-wrap gap-2 max-md:justify-end">
      {canRefund && (
        <Button onClick={() => setAsked('refund')}>
          Refund …<span className="sr-only"> the difference to {name}</span>
        </Button>
      )}
      <Button onClick={() => setAsked('waive')}>
        Leave it …<span className="sr-only"> as it is: the bill of {name}</span>
      </Button>
      <RefundDialog bill={bill} isOpen={asked === 'refund'} onClose={close} />
      <WaiveDialog bill={bill} isOpen={asked === 'waive'} onClose={close} />
    </span>
  )
}

type DialogProps = { readonly bill: BillWithUser; readonly isOpen: boolean; readonly onClose: () => void }

function RefundDialog({ bill, isOpen, onClose }: DialogProps) {
  const mend = useMutationWithToast('mendBill', { done: 'The refund is requested.', onSuccess: onClose })
  const amount = moneyText(bill.owed, bill.currency)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Refund ${amount} to ${accountName(bill.accountId, bill.user)}?`}
      action={`Refund ${amount}`}
      onConfirm={() => mend.mutate({ params: { billId: bill.id } })}
      mutation={mend}
      isDanger={false}
    >
      <p>
        The customer paid {moneyText(bill.charged, bill.currency)}, and the discount was{' '}
        {moneyText(bill.actualDiscount, bill.currency)} instead of{' '}
        {moneyText(bill.expectedDiscount, bill.currency)}. The payment processor gives the difference back,
        once, as soon as the payment is settled.
      </p>
      <p className="text-soft">This cannot be undone.</p>
    </ConfirmDialog>
  )
}

function WaiveDialog({ bill, isOpen, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const close = () => {
    setReason('')
    onClose()
  }
  const waive = useMutationWithToast('waiveBill', { done: 'The bill is left as it is.', onSuccess: close })
  const difference = differenceText(bill)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={close}
      title={`Leave the bill of ${accountName(bill.accountId, bill.user)} as it is?`}
      action="Leave it as it is"
      onConfirm={() => waive.mutate({ params: { billId: bill.id }, body: { reason: reason.trim() } })}
      mutation={waive}
      isDanger={false}
    >
      <p>
        {difference === null ? 'Nothing differs any more.' : `${difference} was paid.`} Nothing is refunded or
        charged, and the bill is not listed as a difference any more.
      </p>
      <ReasonField value={reason} onChange={setReason} hint="Your team sees it on the account’s timeline." />
    </ConfirmDialog>
  )
}
