import { type TProperties, type TSchema, Type } from 'typebox'
import { nullable } from './values.ts'

export const DEFAULT_LIMIT = 10
const MAX_LIMIT = 1000

/** The query of every list, beside the list’s own filters. */
export function listQuery<Filters extends TProperties>(filters: Filters) {
  return Type.Object({
    ...filters,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LIMIT,
        default: DEFAULT_LIMIT,
        description: `Maximum number of entries to return. Defaults to ${DEFAULT_LIMIT}.`,
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        format: 'cursor',
        description: 'The `nextCursor` of the previous page. Omit it for the first page.',
      }),
    ),
    totalCount: Type.Optional(
      Type.Enum(['exact'], {
        description: '`exact` returns the exact count even above 10,000 entries, which takes longer.',
      }),
    ),
  })
}

/** The direction of a list that can be read from both ends. */
export const listOrder = (purpose = '') =>
  Type.Optional(
    Type.Enum(['NEWEST', 'OLDEST'], {
      default: 'NEWEST',
      description: `\`OLDEST\` returns the oldest first${purpose}. Keep it when you follow \`nextCursor\`.`,
    }),
  )

/** Dates, or amounts, by which a list can be sorted instead of by when its entries were created. */
export const listSort = <const Names extends readonly string[]>(names: Names, purpose = '') =>
  Type.Optional(
    Type.Enum([...names] as unknown as Names, {
      description: `Sorts by this ${names.some((it) => it.startsWith('amount')) ? 'date or amount' : 'date'} instead of by when the entries were created, in the direction of \`order\`, and leaves out entries without it. Only a range of the same date can be combined with it: with another filter, a page could have to read all entries in this order. Keep it when you follow \`nextCursor\`.${purpose}`,
    }),
  )

/** One page of a list under its plural name. */
export function listOf<Plural extends string, Entry extends TSchema>(
  plural: Plural,
  entry: Entry,
  order = 'newest first',
) {
  const entries = Type.Array(entry, { description: `The entries of this page, ${order}.` })
  return Type.Object({
    count: Type.Integer({ minimum: 0, description: 'Number of entries on this page.' }),
    totalCount: nullable(
      Type.Integer({
        minimum: 0,
        description:
          'Total number of matching entries, counted for the first page: exact up to 10,000, null above that unless requested.',
      }),
    ),
    nextCursor: nullable(Type.String({ description: 'Cursor of the next page; null on the last page.' })),
    ...named(plural, entries),
  })
}

function named<Plural extends string, Schema>(plural: Plural, schema: Schema): { [Name in Plural]: Schema } {
  return { [plural]: schema } as { [Name in Plural]: Schema }
}
