import type { BraintreeGateway, Transaction, TransactionRequest, ValidatedResponse } from 'braintree'
import type { Merchant } from '../model/merchant.ts'
import type { Sandbox } from '../start.ts'
import { sdkFor } from './given-merchant.ts'

type Made = Promise<ValidatedResponse<Transaction>>
type Options = Readonly<Record<string, unknown>>

/** Functions of the SDK that its types lack or have wrong. */
type WholeSdk = Omit<BraintreeGateway, 'transaction'> & {
  readonly transaction: Omit<BraintreeGateway['transaction'], 'cloneTransaction'> & {
    sale(request: Options & Pick<TransactionRequest, 'amount'>): Made
    credit(request: TransactionRequest & Options): Made
    refund(id: string, options: Options): Made
    void(id: string, options: Options): Made
    updateDetails(id: string, options: Options): Made
    submitForSettlement(id: string, amount: string | undefined, options: Options): Made
    cloneTransaction(id: string, options: Options): Made
  }
}

/** The official SDK with all its functions. */
export function wholeSdkFor(sandbox: Sandbox, merchant: Merchant): WholeSdk {
  // The types are not the SDK's own; its source has these.
  return sdkFor(sandbox, merchant) as unknown as WholeSdk
}
