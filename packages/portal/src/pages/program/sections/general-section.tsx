import type { Program } from '@goodword/client'
import { parseCurrency } from '@goodword/domain/values/money'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { Combobox } from '../../../components/fields/combobox.tsx'
import { RadioGroup } from '../../../components/fields/radio-group.tsx'
import { TextField } from '../../../components/fields/text-field.tsx'
import { Section } from '../../../components/page.tsx'
import { mendNames } from '../program-words.ts'
import type { SectionProps } from '../use-program-draft.ts'

/** The name, the currency and the time zone of the program. */
export function GeneralSection({ program, change }: SectionProps) {
  return (
    <Section title="General" isStack>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name of your company"
          name="publicName"
          value={program.publicName ?? ''}
          placeholder={program.name}
          onChange={(it) => change({ publicName: it === '' ? null : it })}
          hint="Friends and referrers read it in e-mails, previews of links and on their pages. Logo and colour are set under Widget."
        />
        <TextField
          label="Name"
          name="name"
          value={program.name}
          onChange={(name) => change({ name })}
          hint="Of the program, for your team."
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Combobox
          label="Currency"
          name="currency"
          options={currencies(program.currency)}
          value={program.currency}
          onChange={(currency) => change({ currency })}
          hint="Of prices that do not name one."
        />
        <Combobox
          label="Time zone"
          name="timeZone"
          options={timeZones(program.timeZone)}
          value={program.timeZone}
          onChange={(timeZone) => change({ timeZone })}
          hint="Its days and months are those of statistics. After a change they are counted again."
        />
      </div>
      <Checkbox
        label="Friends see who invited them"
        isChecked={program.showReferrerName}
        onChange={(showReferrerName) => change({ showReferrerName })}
        hint="First name and last initial of the referrer, such as “Ada L.” Calls of web pages that your server did not confirm should be refused then, or strangers read names by guessing user IDs."
      />
    </Section>
  )
}

function currencies(present: string) {
  const names = new Intl.DisplayNames(undefined, { type: 'currency' })
  const codes = Intl.supportedValuesOf('currency').filter((it) => parseCurrency(it) !== null)
  return [...new Set([present, ...codes])].map((it) => ({
    value: it,
    label: `${it} · ${names.of(it) ?? it}`,
  }))
}

function timeZones(present: string) {
  const zones = new Set([present, 'UTC', ...Intl.supportedValuesOf('timeZone')])
  return [...zones].map((it) => ({ value: it, label: it.replaceAll('_', ' ') }))
}

type MendMode = Program['mendBills']

const mendModes: readonly { readonly value: MendMode; readonly label: string; readonly hint: string }[] = [
  {
    value: 'ASK',
    label: mendNames.ASK,
    hint: 'A bill whose discount was too small is listed as wrong until staff refund the difference or waive it.',
  },
  {
    value: 'REFUND',
    label: mendNames.REFUND,
    hint: 'The difference is refunded by itself once the payment is settled. What was paid too little is never charged.',
  },
]

/** The name of the program's discounts at the payment processor. */
export function ProcessorSection({ program, change }: SectionProps) {
  return (
    <Section title="Payment processor" isStack>
      <TextField
        label="ID of the discount"
        name="processorDiscountId"
        value={program.processorDiscountId}
        onChange={(processorDiscountId) => change({ processorDiscountId })}
        isCode
        hint="At Braintree, the discount that you made there, which referral discounts inherit from. At Stripe, what the IDs of the coupons begin with. It cannot be changed while subscriptions have discounts with the present one."
      />
      <Checkbox
        label="Referral codes at the checkout of the payment processor"
        name="processorPromotionCodes"
        isChecked={program.processorPromotionCodes}
        onChange={(processorPromotionCodes) => change({ processorPromotionCodes })}
        hint="At Stripe, each referral code is a promotion code as well, which friends can enter at Checkout. Codes with an underscore are not."
      />
      <RadioGroup
        label="Bills on which a customer paid too much"
        name="mendBills"
        options={mendModes}
        value={program.mendBills}
        onChange={(mendBills) => change({ mendBills })}
      />
    </Section>
  )
}
