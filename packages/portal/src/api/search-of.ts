/** Reads one search parameter; undefined for one that is missing or wrong, so that any address opens. */
type Reader<Value> = (raw: unknown) => Value | undefined

type Search<Readers extends Readonly<Record<string, Reader<unknown>>>> = {
  -readonly [Name in keyof Readers]?: ReturnType<Readers[Name]>
} & { cursor?: string | undefined }

/** The search parameters of a route, each with its reader: `validateSearch: searchOf({ status: oneOf(statuses) })`. */
export function searchOf<const Readers extends Readonly<Record<string, Reader<unknown>>>>(readers: Readers) {
  return (raw: Record<string, unknown>): Search<Readers> => {
    const all: Readonly<Record<string, Reader<unknown>>> = { ...readers, cursor: text }
    // An invalid value is set to undefined, because the router would pass on the value of the address.
    const entries = Object.entries(all).map(([name, read]) => [name, read(raw[name])] as const)
    // Each value has the type that its reader gives.
    return Object.fromEntries(entries) as Search<Readers>
  }
}

/** The router reads `?q=12` as a number. */
export const text: Reader<string> = (raw) => {
  const value = typeof raw === 'number' ? String(raw) : raw
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const flag: Reader<true> = (raw) => (raw === true || raw === 'true' ? true : undefined)

export function oneOf<const Value extends string>(values: readonly Value[]): Reader<Value> {
  return (raw) => values.find((it) => it === raw)
}

/** A day such as `2026-03-01`. */
const day: Reader<string> = (raw) =>
  typeof raw === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(raw) && !Number.isNaN(Date.parse(raw))
    ? raw
    : undefined

/** The days and the order of a list with `useListView`: `searchOf({ state: …, ...listView })`. */
export const listView = { from: day, to: day, order: oneOf(['OLDEST']) } as const
