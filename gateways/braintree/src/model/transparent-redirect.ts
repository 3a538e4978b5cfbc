import type { Params } from './params.ts'

/** Data that a browser posted for a merchant, kept until the merchant confirms it. */
export type TransparentRedirect = {
  readonly id: string
  readonly kind:
    | 'create_customer'
    | 'update_customer'
    | 'create_payment_method'
    | 'update_payment_method'
    | 'create_transaction'
  readonly params: Params
  isConfirmed: boolean
  readonly createdAt: number
}
