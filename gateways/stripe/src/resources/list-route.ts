import { findCustomer } from '../lookup/find.ts'
import type { StripeAccount } from '../model/account.ts'
import { pageOf, readCursor } from '../wire/list.ts'
import type { Params } from '../wire/params.ts'
import type { Work } from '../work.ts'
import { get, type Route } from './route.ts'

type Listed = { readonly id: string; readonly isDeleted?: boolean }

type All<T> = {
  readonly allOf: (account: StripeAccount, path: Readonly<Record<string, string>>) => Iterable<T>
}

type List<T> = {
  /** The parameters that restrict the list, in the order in which they are read. */
  readonly filters?: Readonly<Record<string, Filter<T>>>
  /** Whether a thing is in the list at all; deleted ones are in none. */
  readonly where?: (thing: T, work: Work) => boolean
  readonly view: (thing: T, work: Work) => object
}

/** A list of things in the order in which they were created; its pages are newest first. */
export function list<T extends Listed>(
  path: string,
  permission: string,
  { allOf }: All<T>,
  { filters = {}, where = () => true, view }: List<NoInfer<T>>,
): Route {
  return get(path, permission, (params, ids) => {
    const cursor = readCursor(params)
    const tests = Object.entries(filters).map(([key, read]) => read(params, key))
    return (work) => {
      const fitting = Array.from(allOf(work.account, ids)).filter((it) => {
        return !it.isDeleted && where(it, work) && tests.every((fits) => fits(it, work))
      })
      const url = path.replace(/:(\w+)/, (_, name: string) => ids[name] ?? '')
      return pageOf(`/v1${url}`, fitting, cursor, (it) => view(it, work))
    }
  })
}

/** What the customer of a path has. @throws {ApiError} for an unknown customer */
export function ofCustomer<T extends { readonly customer: string }>(
  thingsOf: (account: StripeAccount) => ReadonlyMap<string, T>,
): All<T> {
  return {
    allOf: (account, path) => {
      const { id } = findCustomer(account, path.customer)
      return Array.from(thingsOf(account).values()).filter((it) => it.customer === id)
    },
  }
}

/** Reads a parameter, and returns whether a thing fits what it asks for. @throws {ApiError} */
export type Filter<T> = (params: Params, key: string) => (thing: T, work: Work) => boolean

type Fits<T, Wanted> = (thing: T, wanted: Wanted, work: Work) => boolean

export function byText<T>(fits: Fits<T, string>): Filter<T> {
  return (params, key) => {
    const wanted = params.text(key)
    return (thing, work) => wanted == null || fits(thing, wanted, work)
  }
}

/** Things with the wanted text in a field. */
export function same<Field extends string>(field: Field): Filter<{ readonly [Key in Field]: string | null }> {
  return byText((thing, wanted) => thing[field] === wanted)
}

export function byWord<T, const Word extends string>(words: readonly Word[], fits: Fits<T, Word>): Filter<T> {
  return (params, key) => {
    const wanted = params.oneOf(key, words)
    return (thing, work) => wanted == null || fits(thing, wanted, work)
  }
}

export function byFlag<T>(fits: Fits<T, boolean>): Filter<T> {
  return (params, key) => {
    const wanted = params.flag(key)
    return (thing, work) => wanted === undefined || fits(thing, wanted, work)
  }
}

/** Things that were created at a moment, or in a range of moments. */
export const isCreated: Filter<{ readonly created: number }> = (params, key) => {
  if (!params.has(key)) return () => true
  const { gt, gte, lt, lte } = params.range(key)
  return ({ created }) =>
    (gt === undefined || created > gt) &&
    (gte === undefined || created >= gte) &&
    (lt === undefined || created < lt) &&
    (lte === undefined || created <= lte)
}
