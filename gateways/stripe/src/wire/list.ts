import { invalid, missing } from './api-error.ts'
import type { Params } from './params.ts'

export type List<T extends object> = {
  readonly object: 'list'
  readonly url: string
  readonly has_more: boolean
  readonly data: readonly T[]
}

type Cursor = {
  readonly limit: number
  readonly after: string | undefined
  readonly before: string | undefined
}

/** Reads where a page of a list begins. @throws {ApiError} */
export function readCursor(params: Params): Cursor {
  const limit = params.integer('limit', 1, 100) ?? 10
  const after = params.text('starting_after') ?? undefined
  const before = params.text('ending_before') ?? undefined
  if (after !== undefined && before !== undefined) {
    throw invalid('You can only specify one of starting_after and ending_before.', 'starting_after')
  }
  return { limit, after, before }
}

/** A page of things that stand in the order in which they were created; lists are newest first. @throws {ApiError} */
export function pageOf<T extends { readonly id: string }, View extends object>(
  url: string,
  things: Iterable<T>,
  cursor: Cursor,
  view: (thing: T) => View,
): List<View> {
  return pageInOrder(url, Array.from(things).reverse(), cursor, view)
}

/** A page of things that are in the order of the list. @throws {ApiError} */
export function pageInOrder<T extends { readonly id: string }, View extends object>(
  url: string,
  things: readonly T[],
  { limit, after, before }: Cursor,
  view: (thing: T) => View,
): List<View> {
  const placeOf = (id: string, param: string) => {
    const place = things.findIndex((each) => each.id === id)
    if (place === -1) throw missing('object', id, param)
    return place
  }
  if (before !== undefined) {
    const end = placeOf(before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', url, has_more: start > 0, data: things.slice(start, end).map(view) }
  }
  const start = after === undefined ? 0 : placeOf(after, 'starting_after') + 1
  const data = things.slice(start, start + limit).map(view)
  return { object: 'list', url, has_more: start + limit < things.length, data }
}

/** The first page of a list inside of an object. */
export function listInside<T extends object>(
  url: string,
  data: readonly T[],
  limit = Number.MAX_SAFE_INTEGER,
): List<T> {
  return { object: 'list', url, has_more: data.length > limit, data: data.slice(0, limit) }
}
