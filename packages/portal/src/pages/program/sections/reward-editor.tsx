import type { RewardSpec } from '@goodword/client'
import type { RewardType, Stacking } from '@goodword/domain/rewards/reward'
import { parseCurrency, priceToNumber } from '@goodword/domain/values/money'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { useFieldLimits } from '../../../components/fields/form-errors.ts'
import { NumberSetting } from '../../../components/fields/number-field.tsx'
import { optionsOf, Select } from '../../../components/fields/select.tsx'
import { TextField } from '../../../components/fields/text-field.tsx'
import { rewardTypeOptions, rewardTypeWords } from '../../../format/reward-text.ts'
import { type RewardOccasion, termsText } from '../program-words.ts'

type RewardEditorProps = {
  readonly legend: string
  /** The API's name of the reward; those of its fields begin with it. */
  readonly name: string
  readonly reward: RewardSpec | null
  readonly currency: string
  /** The occasion of the reward; a side of a referral may have none. */
  readonly occasion?: RewardOccasion
  /** Whether there may be several, so that they can be used one after another. */
  readonly isOneOfMany?: boolean
  /** Whether it can be a share of the payments of a friend. */
  readonly canShare?: boolean
  readonly onChange: (reward: RewardSpec | null) => void
}

const begins: Readonly<Record<RewardOccasion, string>> = {
  referral: 'From the friend’s first payment',
  milestone: 'From the day it is reached',
  gift: 'From today',
}

const stackingNames: Readonly<Record<Stacking, string>> = {
  ADD: 'Percentages add up',
  QUEUE: 'One after another',
}

const stackingHints: Readonly<Record<Stacking, string>> = {
  ADD: 'Two friends in one month give the sum of both on each bill, at most the whole bill. What is above it is lost.',
  QUEUE:
    'Two friends in one month with a free month each give two free months: the second discount waits until the first is used up.',
}

/** The terms of the reward of one side, or none. */
export function RewardEditor({
  legend,
  name,
  reward,
  currency,
  occasion = 'referral',
  isOneOfMany = true,
  canShare = false,
  onChange,
}: RewardEditorProps) {
  return (
    <fieldset>
      {/* As a float it stands below the line of its field set, not on it. */}
      <legend className="float-left mb-3 pr-4 font-semibold">{legend}</legend>
      {reward !== null && (
        <p className="mb-3 text-soft sm:text-right">In short: {termsText(reward, occasion)}.</p>
      )}
      <div className="clear-both flex flex-col gap-4">
        <Select
          label="Type"
          name={`${name}.type`}
          options={rewardTypeOptions('choice').filter(({ value }) => canShare || value !== 'PAYMENT_SHARE')}
          value={reward?.type ?? null}
          onChange={(type) => onChange(type === null ? null : startOf(type, currency, occasion))}
          {...(occasion === 'referral' ? { empty: 'No reward' } : {})}
          hint={reward === null ? nothingText(occasion) : rewardTypeWords[reward.type].explanation}
        />
        {reward !== null && <RewardFields {...{ name, reward, currency, occasion, isOneOfMany, onChange }} />}
      </div>
    </fieldset>
  )
}

function nothingText(occasion: RewardOccasion): string | undefined {
  return occasion === 'referral' ? 'This side gets nothing.' : undefined
}

type RewardFieldsProps = {
  readonly name: string
  readonly reward: RewardSpec
  readonly currency: string
  readonly occasion: RewardOccasion
  readonly isOneOfMany: boolean
  readonly onChange: (reward: RewardSpec) => void
}

function RewardFields({ name, reward, currency, occasion, isOneOfMany, onChange }: RewardFieldsProps) {
  switch (reward.type) {
    case 'PCT_DISCOUNT':
      return (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberSetting
            label="Discount"
            name={`${name}.discountPercent`}
            unit="%"
            decimals={2}
            value={reward.discountPercent}
            onChange={(discountPercent) => onChange({ ...reward, discountPercent })}
          />
          <div className={isOneOfMany ? 'sm:row-span-2' : ''}>
            <Duration
              name={`${name}.monthsDiscountIsValid`}
              endless={occasion === 'referral' ? 'As long as the referral lasts' : 'Without an end'}
              begins={begins[occasion]}
              months={reward.monthsDiscountIsValid}
              onChange={(months) => onChange({ ...reward, monthsDiscountIsValid: months })}
            />
          </div>
          {isOneOfMany && (
            <Select
              label="Together with others"
              name={`${name}.stacking`}
              options={optionsOf(stackingNames)}
              value={reward.stacking ?? 'ADD'}
              onChange={(stacking) =>
                onChange({ ...reward, stacking: stacking === 'QUEUE' ? stacking : undefined })
              }
              hint={stackingHints[reward.stacking ?? 'ADD']}
            />
          )}
        </div>
      )
    case 'FEATURE':
      return (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Feature"
            name={`${name}.featureType`}
            value={reward.featureType}
            onChange={(featureType) => onChange({ ...reward, featureType })}
            hint="Your own name for it. The widget shows it to people."
          />
          <NumberSetting
            label="Quantity"
            name={`${name}.quantity`}
            value={reward.quantity}
            onChange={(quantity) => onChange({ ...reward, quantity })}
          />
        </div>
      )
    case 'PAYMENT_SHARE':
      return (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberSetting
            label="Share"
            name={`${name}.sharePercent`}
            unit="%"
            decimals={2}
            value={reward.sharePercent}
            onChange={(sharePercent) => onChange({ ...reward, sharePercent })}
            hint="Of what the friend paid after discounts and without tax."
          />
          <Duration
            name={`${name}.monthsShareIsValid`}
            endless="As long as the referral lasts"
            begins={begins[occasion]}
            months={reward.monthsShareIsValid}
            onChange={(months) => onChange({ ...reward, monthsShareIsValid: months })}
          />
          <Duration
            label="Credit valid"
            name={`${name}.monthsCreditIsValid`}
            endless="It does not expire"
            begins="From each payment"
            months={reward.monthsCreditIsValid}
            onChange={(months) => onChange({ ...reward, monthsCreditIsValid: months })}
          />
          <div className="flex flex-col gap-2">
            <Checkbox
              label="Limit the credit of a month"
              isChecked={reward.maxCreditPerMonth !== undefined}
              onChange={(isOn) => onChange({ ...reward, maxCreditPerMonth: isOn ? 10_000 : undefined })}
              hint="For all friends of a referrer together, and for each currency by itself."
            />
            {reward.maxCreditPerMonth !== undefined && (
              <Amount
                label="At most"
                name={`${name}.maxCreditPerMonth`}
                unit={currency}
                credit={reward.maxCreditPerMonth}
                onChange={(credit) => onChange({ ...reward, maxCreditPerMonth: credit })}
              />
            )}
          </div>
        </div>
      )
    default:
      return (
        <div className="grid gap-4 sm:grid-cols-2">
          <Amount
            name={`${name}.credit`}
            unit={reward.unit}
            credit={reward.credit}
            onChange={(credit) => onChange({ ...reward, credit })}
          />
          <TextField
            label="Unit"
            name={`${name}.unit`}
            value={reward.unit}
            onChange={(unit) => onChange({ ...reward, unit })}
            isCode
            hint={
              reward.type === 'CREDIT'
                ? 'A currency such as EUR, or a unit of your own such as POINTS.'
                : 'DAY, WEEK, MONTH, or a unit of your own.'
            }
          />
          <Duration
            name={`${name}.monthsCreditIsValid`}
            endless="It does not expire"
            begins={begins[occasion]}
            months={reward.monthsCreditIsValid}
            onChange={(months) => onChange({ ...reward, monthsCreditIsValid: months })}
          />
        </div>
      )
  }
}

type AmountProps = {
  readonly label?: string
  readonly name: string
  readonly unit: string
  /** The amount in the smallest piece of the unit. */
  readonly credit: number
  readonly onChange: (credit: number) => void
}

/** Typed as people write amounts: in the major unit of a currency, else in whole units. */
function Amount({ label = 'Amount', name, unit, credit, onChange }: AmountProps) {
  const limits = useFieldLimits(name)
  const currency = parseCurrency(unit)
  if (currency === null) {
    return <NumberSetting label={label} name={name} value={credit} onChange={onChange} />
  }
  const minorOfOne = 1 / priceToNumber({ minor: 1, currency })
  const decimals = Math.round(Math.log10(minorOfOne))
  return (
    <NumberSetting
      label={label}
      name={name}
      unit={currency}
      decimals={decimals}
      minimum={(limits.minimum ?? 0) / minorOfOne}
      maximum={(limits.maximum ?? Number.MAX_SAFE_INTEGER) / minorOfOne}
      value={credit / minorOfOne}
      onChange={(amount) => onChange(Math.round(amount * minorOfOne))}
    />
  )
}

type DurationProps = {
  readonly label?: string
  readonly name: string
  readonly endless: string
  readonly begins: string
  readonly months: number | undefined
  readonly onChange: (months: number | undefined) => void
}

const MONTHS_TO_START_WITH = 12

function Duration({ label = 'Valid', name, endless, begins, months, onChange }: DurationProps) {
  return (
    <div className="flex flex-col gap-2">
      <Select
        label={label}
        options={[
          { value: 'months', label: 'For a number of months' },
          { value: 'endless', label: endless },
        ]}
        value={months === undefined ? 'endless' : 'months'}
        onChange={(next) => onChange(next === 'months' ? MONTHS_TO_START_WITH : undefined)}
      />
      {months !== undefined && (
        <NumberSetting
          label="Months"
          hasHiddenLabel
          name={name}
          unit="months"
          value={months}
          onChange={onChange}
          hint={`${begins}: so many monthly bills.`}
        />
      )}
    </div>
  )
}

/** The initial terms of a type when it is chosen. */
export function startOf(
  type: RewardType,
  currency: string,
  occasion: RewardOccasion = 'referral',
): RewardSpec {
  switch (type) {
    case 'PCT_DISCOUNT':
      return { type, discountPercent: 10, monthsDiscountIsValid: occasion === 'gift' ? 1 : 12 }
    case 'CREDIT':
      return { type, unit: currency, credit: 1000 }
    case 'TIME_CREDIT':
      return { type, unit: 'MONTH', credit: 1 }
    case 'FEATURE':
      return { type, featureType: 'EXTRA_SEAT', quantity: 1 }
    case 'PAYMENT_SHARE':
      return { type, sharePercent: 10, monthsShareIsValid: 12 }
  }
}
