import type { Gateway } from '../gateway.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Params, Shape } from '../model/params.ts'
import type { Answer } from './answer.ts'

/** An operation of clients, below `/merchants/{merchant id}`. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'
  /** The path with its parameters: `/customers/:id`. */
  readonly path: string
  /** The keys that the body may have; without it there are none. A GET's body is not looked at. */
  readonly body?: Shape
  readonly query?: readonly string[]
  /** The caller: the merchant by its keys, which is the default, or a browser, which the handler has to authenticate. */
  readonly caller?: 'merchant' | 'browser'
  readonly handle: (call: Call) => Answer
}

/** A request whose caller is known and whose keys are. */
export type Call = {
  readonly gateway: Gateway
  readonly merchant: Merchant
  /** The merchant's time. */
  readonly now: number
  /** The parameters of the path. */
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Params
  /** The public key of the caller; empty for a browser. */
  readonly user: string
  /** Where the client found the gateway: `http://127.0.0.1:3000`. */
  readonly origin: string
}
