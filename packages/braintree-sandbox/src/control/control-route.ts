import type { Static, TSchema } from 'typebox'
import type { Merchant } from '../model/merchant.ts'
import type { Control } from './control.ts'
import { findMerchant } from './find-merchant.ts'

/** One thing that the control API does, below `/sandbox`. */
export type ControlRoute = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** The query parameters. */
  readonly query: readonly string[]
  /** Null: a body is not looked at. */
  readonly body: TSchema | null
  /** Answers with what is written as JSON, or with a stream of such lines. */
  readonly handle: (call: ControlCall<unknown>) => unknown
}

export type ControlCall<Body> = {
  readonly control: Control
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Body
}

type MerchantCall<Body> = ControlCall<Body> & { readonly merchant: Merchant }

type Parts<T extends TSchema, Call> = {
  readonly query?: readonly string[]
  readonly body?: T
  readonly handle: (call: Call) => unknown
}

/** Something about no merchant, or one that is to come. */
export function ofAll<T extends TSchema>(
  method: ControlRoute['method'],
  path: string,
  { query = [], body, handle }: Parts<T, ControlCall<Static<T>>>,
): ControlRoute {
  // The body was fitted to the schema before.
  return { method, path, query, body: body ?? null, handle: (call) => handle(call as ControlCall<Static<T>>) }
}

/** Something about a merchant; the path goes on below it. */
export function ofMerchant<T extends TSchema>(
  method: ControlRoute['method'],
  path: string,
  { handle, ...parts }: Parts<T, MerchantCall<Static<T>>>,
): ControlRoute {
  return ofAll<T>(method, `/merchants/:merchantId${path}`, {
    ...parts,
    handle: (call) => handle({ ...call, merchant: findMerchant(call.control, call.path.merchantId) }),
  })
}
