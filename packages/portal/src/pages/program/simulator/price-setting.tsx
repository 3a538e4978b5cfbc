import { MoneyField } from '../../../components/fields/number-field.tsx'

/** The price that the simulator computes with. Null while the field is empty. */
export type SimulatedPrice = {
  readonly typed: number | null
  /** Where it comes from, unless staff typed it; null where it is assumed. */
  readonly source: string | null
  readonly onChange: (price: number | null) => void
}

type PriceSettingProps = { readonly price: SimulatedPrice; readonly currency: string }

/** The field of the price, with where it comes from. */
export function PriceSetting({ price: { typed, source, onChange }, currency }: PriceSettingProps) {
  return (
    <MoneyField
      label="Price per month"
      currency={currency}
      value={typed}
      onChange={onChange}
      maximum={99_999_999.99}
      hint={source ?? 'Assumed. Type the price that most customers pay.'}
    />
  )
}
