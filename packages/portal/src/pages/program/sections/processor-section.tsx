import type { Program } from '@goodword/client'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { RadioGroup } from '../../../components/fields/radio-group.tsx'
import { TextField } from '../../../components/fields/text-field.tsx'
import { Section } from '../../../components/page.tsx'
import { mendNames } from '../program-words.ts'
import type { SectionProps } from './section-props.ts'

type Mode = Program['mendBills']

const modes: readonly { readonly value: Mode; readonly label: string; readonly hint: string }[] = [
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
    <Section title="Payment processor">
      <div className="flex flex-col gap-4">
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
          options={modes}
          value={program.mendBills}
          onChange={(mendBills) => change({ mendBills })}
        />
      </div>
    </Section>
  )
}
