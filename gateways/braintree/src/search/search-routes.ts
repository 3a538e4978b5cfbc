import type { Merchant } from '../model/merchant.ts'
import { findUnknown, type Params, partOf, type Shape } from '../model/params.ts'
import { type Answer, ok, RequestRejected } from '../protocol/answer.ts'
import type { Call, Route } from '../protocol/route.ts'
import { array, collection, type XmlValue } from '../protocol/xml.ts'
import { type Criterion, multiple } from './criterion.ts'

type Searchable = { readonly id: string; readonly sequence: number }

type Search<T> = {
  /** `/subscriptions`; below it are the two steps of a search. */
  readonly path: string
  /** The tags of a page and of its entries. */
  readonly root: string
  readonly tag: string
  readonly all: (merchant: Merchant) => Iterable<T>
  /** Finds what a page reads without looking at everything else. */
  readonly find?: (merchant: Merchant, id: string) => T | undefined
  /** The criteria by their names in requests, in snake_case. `ids` is always among them. */
  readonly criteria: (merchant: Merchant, now: number) => Readonly<Record<string, Criterion<T>>>
  /** Whether a search times out; its answer has no result, which is an error of the SDKs. */
  readonly timesOut?: (questions: Params) => boolean
  readonly xml: (merchant: Merchant, thing: T, now: number) => XmlValue
}

export const PAGE_SIZE = 50

/** The two requests for the things of one customer, which Ruby's SDK lists: neither asks for anything else. */
export function listRoutes<T extends Searchable>(
  search: Pick<Search<T>, 'root' | 'tag' | 'xml'>,
  paths: { readonly ids: string; readonly page: string },
  listOf: (call: Call) => readonly T[],
): readonly Route[] {
  return [
    { method: 'POST', path: paths.ids, handle: (call) => writeIds(newestFirst(listOf(call))) },
    {
      method: 'POST',
      path: paths.page,
      body: { search: { ids: ['value'] } },
      handle: (call) => {
        const { ids } = partOf(call.body, 'search')
        const things = newestFirst(listOf(call))
        const named = Array.isArray(ids) ? things.filter(({ id }) => ids.map(String).includes(id)) : null
        return writePage(search, call, things, named)
      },
    },
  ]
}

/** A search is two requests: the ids of all matches, newest first, and then the things themselves, page by page. */
export function searchRoutes<T extends Searchable>(search: Search<T>): readonly Route[] {
  return [
    {
      method: 'POST',
      path: `${search.path}/advanced_search_ids`,
      body: { search: 'anything' },
      handle: (call) => idsOf(search, call),
    },
    {
      method: 'POST',
      path: `${search.path}/advanced_search`,
      body: { search: 'anything' },
      handle: (call) => pageOf(search, call),
    },
  ]
}

function idsOf<T extends Searchable>(search: Search<T>, call: Call): Answer {
  if (search.timesOut?.(partOf(call.body, 'search')) === true) return ok('search-timed-out', {})
  return writeIds(found(search, call))
}

function writeIds(things: readonly Searchable[]): Answer {
  const ids = things.map((each) => each.id)
  return ok('search-results', { 'page-size': PAGE_SIZE, ids: array('item', ids) })
}

function pageOf<T extends Searchable>(search: Search<T>, call: Call): Answer {
  const things = found(search, call)
  const isNamed = Object.hasOwn(partOf(call.body, 'search'), 'ids')
  return writePage(search, call, things, isNamed ? things : null)
}

/** SDKs name the ids of the page that they want. Without any it is the first. */
function writePage<T extends Searchable>(
  { root, tag, xml }: Pick<Search<T>, 'root' | 'tag' | 'xml'>,
  { merchant, now }: Call,
  things: readonly T[],
  named: readonly T[] | null,
): Answer {
  const items = (named ?? things.slice(0, PAGE_SIZE)).map((each) => xml(merchant, each, now))
  const fields = { 'current-page-number': 1, 'page-size': PAGE_SIZE, 'total-items': things.length }
  return ok(root, collection(tag, items, fields))
}

function newestFirst<T extends Searchable>(things: readonly T[]): readonly T[] {
  return things.toSorted((a, b) => b.sequence - a.sequence)
}

/** @throws {RequestRejected} 403, as for every unknown parameter */
function checkKnown(conditions: Params, shape: Shape): void {
  const unknown = findUnknown(conditions, shape)
  if (unknown !== null)
    throw new RequestRejected(403, `the search does not support ${unknown}, or not with this structure`)
}

/** All that fits what the request asks, newest first. @throws {RequestRejected} 403 for an unknown question */
export function found<T extends Searchable>(
  search: Pick<Search<T>, 'all' | 'find' | 'criteria'>,
  { merchant, now, body }: Call,
): readonly T[] {
  const criteria: Readonly<Record<string, Criterion<T>>> = {
    ...search.criteria(merchant, now),
    ids: multiple((thing) => thing.id),
  }
  const questions = partOf(body, 'search')
  checkKnown(
    questions,
    Object.fromEntries(Object.entries(criteria).map(([name, { shape }]) => [name, shape])),
  )
  const conditions = Object.entries(questions)
  const fitting = Array.from(candidates(search, merchant, questions)).filter((thing) =>
    conditions.every(([name, wanted]) => criteria[name]?.fits(thing, wanted)),
  )
  return newestFirst(fitting)
}

/** All things, or only those of the given ids. */
function candidates<T extends Searchable>(
  { all, find }: Pick<Search<T>, 'all' | 'find'>,
  merchant: Merchant,
  questions: Params,
): Iterable<T> {
  const { ids } = questions
  if (find === undefined || !Array.isArray(ids)) return all(merchant)
  const named = new Set(ids.map(String))
  return Array.from(named, (id) => find(merchant, id)).filter((thing) => thing !== undefined)
}
