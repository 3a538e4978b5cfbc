import { allStatements, type Statement } from '../../engine/driver/statement.ts'
import { allLists, conditionsOf, type List } from '../../engine/lists/list.ts'
import {
  countStatement,
  hasValue,
  pageStatement,
  pagesAfter,
  sortedPagesAfter,
} from '../../engine/lists/list-page.ts'
import { operatorStatements } from './exceptions.ts'
import { importStatements } from './import-statements.ts'

await importStatements()
const statements = allStatements().filter(
  ({ name }) => !operatorStatements.includes(name) && !name.startsWith('test.'),
)

const someId = '019c13ec-9e00-7000-854b-b3ee23565fa4'

type Asked = Readonly<Record<string, unknown>>

/**
 * None, each that an index serves, with and without each of the others, and all of them together: a filter that no index
 * serves is for choosing among the rows that another one finds.
 */
function askedOf({ filters }: List): readonly Asked[] {
  const samples = (kind: 'alone' | 'beside') =>
    Object.entries(filters).flatMap(([name, it]) =>
      (it.samples[kind] ?? []).map((value) => ({ [name]: value })),
    )
  const [alone, beside] = [samples('alone'), samples('beside')]
  const together = alone.flatMap((one) => beside.map((other) => ({ ...other, ...one })))
  const all = Object.assign({}, ...beside, ...alone)
  return [{}, ...alone, ...together, ...(alone.length > 1 ? [all] : [])]
}

const lists = allLists().flatMap((list) =>
  askedOf(list).flatMap((requested): [string, Statement][] => {
    const conditions = conditionsOf(list, requested, 0)
    const name = `${list.name} by ${Object.entries(requested).join(' and ') || 'nothing'}`
    const orders = list.hasOldestFirst === true ? (['newest', 'oldest'] as const) : (['newest'] as const)
    return [
      ...orders.flatMap((order): [string, Statement][] => {
        const next = pagesAfter(list, someId, order)
        return [
          [`${name} page, ${order} first`, pageStatement(list, conditions, order)],
          [`${name} next page, ${order} first`, pageStatement(list, [...conditions, next], order)],
        ]
      }),
      [`${name} count`, countStatement(list, conditions)],
    ]
  }),
)

/** Lists in the order of a column, with and without the range of the same column that may go with it. */
const sortedLists = allLists().flatMap((list) =>
  Object.entries(list.sorts ?? {}).flatMap(([name, sort]) =>
    [{}, ...(Object.hasOwn(list.filters, name) ? [{ [name]: '0,1' }] : [])].flatMap((filter) =>
      (['newest', 'oldest'] as const).flatMap((order): [string, Statement][] => {
        const conditions = [...conditionsOf(list, filter, 0), hasValue(sort)]
        const next = sortedPagesAfter(list, sort, someId, 0, order)
        const title = `${list.name} sorted by ${name}${name in filter ? ' in a range' : ''}, ${order} first`
        return [
          [`${title}, page`, pageStatement(list, conditions, order, sort)],
          [`${title}, next page`, pageStatement(list, [...conditions, next], order, sort)],
          [`${title}, count`, countStatement(list, conditions)],
        ]
      }),
    ),
  ),
)

/** Every statement that the service sends for a tenant, by name, and the lists with the filters that they are used with. */
export const checkedStatements: readonly (readonly [name: string, text: string])[] = [
  ...statements.map((it) => [it.name, it.text] as const),
  ...[...lists, ...sortedLists].map(([name, it]) => [name, it.text] as const),
]
