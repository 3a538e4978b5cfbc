import { Section } from '../../components/page.tsx'
import { TextField } from '../../components/text-field.tsx'
import type { SectionProps } from './section-props.ts'

/** What the discounts of the program are called at the payment processor. */
export function ProcessorSection({ program, change }: SectionProps) {
  return (
    <Section title="Payment processor">
      <TextField
        label="ID of the discount"
        name="processorDiscountId"
        value={program.processorDiscountId}
        onChange={(processorDiscountId) => change({ processorDiscountId })}
        isCode
        hint="The discount that you made at the payment processor, which referral discounts inherit from. It cannot be changed while subscriptions have discounts with the present one."
      />
    </Section>
  )
}
