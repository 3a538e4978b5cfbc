import { redeemCredit } from '@goodword/contract/rewards/endpoints'
import { parseCurrency, priceFromNumber } from '@goodword/domain/values/money'
import { useState } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { Form } from '../../components/fields/form.tsx'
import { MoneyField, NumberField } from '../../components/fields/number-field.tsx'
import { SearchField } from '../../components/fields/search-field.tsx'
import { Select } from '../../components/fields/select.tsx'
import { TextField } from '../../components/fields/text-field.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { useMutationWithToast } from '../../components/overlays/use-mutation-with-toast.ts'
import { Unread } from '../../components/texts/error-state.tsx'
import { creditText } from '../../format/reward-text.ts'
import { bodyRules } from '../../forms/body-rules.ts'

type RedeemProps = {
  /** Filled in already; empty for none. */
  readonly first: string
  readonly onClose: () => void
}

/** Takes from the credit of an account by hand, such as for something that was paid with it in a shop. */
export function Redeem({ first, onClose }: RedeemProps) {
  const [accountId, setAccountId] = useState(first)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-soft">
        Redeem credit that the account has used outside of its bills. What is taken off bills at the payment
        processor is redeemed by itself.
      </p>
      <div className="flex flex-col gap-1">
        <span aria-hidden className="font-medium">
          Account ID
        </span>
        <SearchField
          label="Account ID"
          placeholder="As your server names it"
          value={accountId}
          onChange={(it) => setAccountId(it.trim())}
        />
      </div>
      {accountId !== '' && <Balances key={accountId} accountId={accountId} onClose={onClose} />}
    </div>
  )
}

function Balances({ accountId, onClose }: { readonly accountId: string; readonly onClose: () => void }) {
  const account = useOperation('readAccountReward', { params: { accountId } })
  if (account.isError || account.data === undefined)
    return <Unread query={account} label="Credit of the account" lines={3} />
  const open = account.data.credits.filter((it) => it.available > 0)
  const isMoney = ({ unit }: { readonly unit: string }) => parseCurrency(unit) !== null
  const credits = [...open.filter(isMoney), ...open.filter((it) => !isMoney(it))]
  if (credits.length === 0) return <p>This account has no credit that could be redeemed.</p>
  return <RedeemForm accountId={accountId} credits={credits} onClose={onClose} />
}

type RedeemFormProps = {
  readonly accountId: string
  readonly credits: readonly { readonly unit: string; readonly available: number }[]
  readonly onClose: () => void
}

function RedeemForm({ accountId, credits, onClose }: RedeemFormProps) {
  const [unit, setUnit] = useState(credits[0]?.unit ?? '')
  const [value, setValue] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const redeem = useMutationWithToast('redeemCredit', {
    done: ({ creditRedeemed, creditAvailable }) =>
      `${creditText(creditRedeemed, unit)} redeemed, ${creditText(creditAvailable, unit)} left.`,
    onSuccess: onClose,
  })
  const available = credits.find((it) => it.unit === unit)?.available ?? 0
  const amount = value === null ? null : smallestUnits(value, unit)
  const isTooMuch = amount !== null && amount > available
  const field = {
    label: 'Amount',
    name: 'amount',
    value,
    onChange: setValue,
    hint: `${creditText(available, unit)} available, what expires first is taken first.`,
    error: isTooMuch ? `The account has ${creditText(available, unit)}.` : null,
  }
  const given = reason.trim()
  const body = {
    accountId,
    unit,
    amount: amount ?? Number.NaN,
    ...(given === '' ? {} : { reason: given }),
  }
  return (
    <Form
      label="Redeem credit"
      onSubmit={() => redeem.mutate({ body })}
      error={redeem.error}
      rules={bodyRules(redeemCredit.body, body)}
    >
      <Select
        label="Credit"
        name="unit"
        options={credits.map((it) => ({
          value: it.unit,
          label: `${creditText(it.available, it.unit)} available`,
        }))}
        value={unit}
        onChange={(it) => {
          setUnit(it ?? unit)
          setValue(null)
        }}
      />
      {parseCurrency(unit) === null ? (
        <NumberField {...field} minimum={1} />
      ) : (
        <MoneyField {...field} currency={unit} />
      )}
      <TextField
        label="Reason"
        name="reason"
        value={reason}
        onChange={setReason}
        isOptional
        hint="Your team sees it on the account’s timeline."
      />
      {amount !== null && amount > 0 && !isTooMuch && (
        <p>
          {creditText(amount, unit)} of {accountId} are redeemed; {creditText(available - amount, unit)} are
          left. This cannot be undone.
        </p>
      )}
      <FormActions action="Redeem" isBusy={redeem.isPending} onClose={onClose} />
    </Form>
  )
}

/** The amount in the API's units: the smallest piece of a currency, or whole units of the merchant's own. */
function smallestUnits(value: number, unit: string): number | null {
  const currency = parseCurrency(unit)
  if (currency === null) return Number.isInteger(value) ? value : null
  const price = priceFromNumber(value, currency)
  return typeof price === 'string' ? null : price.minor
}
