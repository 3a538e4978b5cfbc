import type { Tables } from '../../engine/tables.generated.ts'

type PriceColumns = Pick<
  Tables['account'],
  'value_minor' | 'currency' | 'billing_interval_type' | 'billing_interval_value'
>

/** The price that the owner of a code pays, in columns of a statement that begin with a prefix. */
export type OwnersPrice<Prefix extends string> = {
  [Name in keyof PriceColumns as `${Prefix}_${Name}`]: PriceColumns[Name]
}

/** SQL for these columns, of an account that the statement calls `a`. */
export function ownersPrice(prefix: string): string {
  const names: readonly (keyof PriceColumns)[] = [
    'value_minor',
    'currency',
    'billing_interval_type',
    'billing_interval_value',
  ]
  return names.map((name) => `a.${name} as ${prefix}_${name}`).join(', ')
}
