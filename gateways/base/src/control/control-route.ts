import type { Static, TSchema } from 'typebox'
import type { Account } from '../model/account.ts'
import type { Control } from './control.ts'
import { ControlError } from './control-error.ts'

/** A route of the control API, below `/sandbox`. `C` is the context of the sandbox for its routes. */
export type ControlRoute<C> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** The query parameters. */
  readonly query: readonly string[]
  /** Null: a body is not looked at. */
  readonly body: TSchema | null
  /** Returns the answer, which is written as JSON, or a stream of such lines. */
  readonly handle: (call: ControlCall<C, unknown>) => unknown
}

export type ControlCall<C, Body> = {
  readonly control: C
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Body
}

type AccountCall<C, A extends Account, Body> = ControlCall<C, Body> & { readonly account: A }

type Parts<T extends TSchema, Call> = {
  readonly query?: readonly string[]
  readonly body?: T
  readonly handle: (call: Call) => unknown
}

type Method = ControlRoute<unknown>['method']

/** Makes the routes of one sandbox. */
export type RouteMaker<C, A extends Account> = {
  /** @throws {ControlError} that names those that are there */
  readonly find: (control: C, id: string | undefined) => A
  /** Something about no account, or one that is to come. */
  readonly ofAll: <T extends TSchema>(
    method: Method,
    path: string,
    parts: Parts<T, ControlCall<C, Static<T>>>,
  ) => ControlRoute<C>
  /** Something about an account; the path goes on below it. */
  readonly ofAccount: <T extends TSchema>(
    method: Method,
    path: string,
    parts: Parts<T, AccountCall<C, A, Static<T>>>,
  ) => ControlRoute<C>
}

/** @param noun what an account is, such as `merchant`: the path of all is `/merchants` */
export function routeMaker<A extends Account, C extends Control<A>>(noun: string): RouteMaker<C, A> {
  const find: RouteMaker<C, A>['find'] = ({ gateway }, id = '') => {
    const account = gateway.accounts.get(id)
    if (account !== undefined) return account
    const there = Array.from(gateway.accounts.keys()).join(', ')
    throw new ControlError('NOT_FOUND', `There is no ${noun} ${id}. Existing ${noun}s: ${there || 'none'}.`)
  }
  const ofAll: RouteMaker<C, A>['ofAll'] = (method, path, { query = [], body, handle }) => {
    // The body was fitted to the schema before.
    return { method, path, query, body: body ?? null, handle: (call) => handle(call as never) }
  }
  return {
    find,
    ofAll,
    ofAccount: (method, path, { handle, ...parts }) =>
      ofAll(method, `/${noun}s/:accountId${path}`, {
        ...parts,
        handle: (call) => handle({ ...call, account: find(call.control, call.path.accountId) }),
      }),
  }
}
