import type { Params } from '../model/params.ts'
import type { Problem, Problems } from '../protocol/problems.ts'

/** A text as it was sent, blank or not: undefined when it is absent, null when it is null. */
export function textParam(params: Params, key: string): string | null | undefined {
  const value = Object.hasOwn(params, key) ? params[key] : undefined
  if (value === undefined) return undefined
  return value === null || typeof value === 'object' ? null : `${value}`
}

export const MAX_TEXT = 255

/** Reads texts that are stored as they are sent; absent ones stay as they were. */
export function readTexts<Key extends string>(
  params: Params,
  names: Readonly<Record<Key, TextField>>,
  before: Readonly<Record<NoInfer<Key>, string | null>>,
  problems: Problems,
): Record<Key, string | null> {
  const texts = entriesOf(names).map(([key, { attribute, tooLong }]): [Key, string | null] => {
    const text = textParam(params, attribute)
    if (text === undefined) return [key, before[key]]
    if (text !== null && text.length > MAX_TEXT) problems.add(tooLong)
    return [key, text]
  })
  // Made of all the keys.
  return Object.fromEntries(texts) as Record<Key, string | null>
}

export type TextField = {
  /** The name that requests have for it. */
  readonly attribute: string
  readonly tooLong: Problem
}

/** A text of at most 255 letters. @param called how the gateway calls it in sentences */
export function textField(attribute: string, tooLongCode: string, called: string): TextField {
  return { attribute, tooLong: { code: tooLongCode, attribute, message: `${called} is too long.` } }
}

function entriesOf<Key extends string, Value>(record: Readonly<Record<Key, Value>>): [Key, Value][] {
  // The keys of a record whose type names them all.
  return Object.entries(record) as [Key, Value][]
}
