import { countStatement, pageStatement } from '../driver/list-page.ts'
import { allStatements, type Statement } from '../driver/statement.ts'
import { rewardConditions, rewardList } from '../ledger/reward-list.ts'
import { referralConditions, referralList } from '../referral-list.ts'
import { operatorStatements } from './exceptions.ts'
import { importStores } from './import-stores.ts'

await importStores()
const statements = allStatements().filter(
  ({ name }) => !operatorStatements.includes(name) && !name.startsWith('test.'),
)

const someId = '019c13ec-9e00-7000-854b-b3ee23565fa4'
const range = { from: 0, to: 1 }
const referralFilters = [
  {},
  { referringAccount: someId },
  { referringAccount: someId, referringPerson: someId },
  { referredAccount: someId },
  { status: 'CONVERTED' },
  { moderation: 'DENIED' },
  { started: range },
  { converted: range },
  { ended: range },
  { referringAccount: someId, status: 'CONVERTED', converted: range },
] as const
const rewardFilters = [
  {},
  { account: someId },
  { account: someId, status: 'AVAILABLE', type: 'CREDIT' },
] as const
const behind = { sql: 'x.id < ?::uuid', values: [someId] }

const lists = [
  ...referralFilters.map((filter) => ({
    list: referralList,
    filter,
    conditions: referralConditions(filter as Parameters<typeof referralConditions>[0]),
  })),
  ...rewardFilters.map((filter) => ({
    list: rewardList,
    filter,
    conditions: rewardConditions(filter as Parameters<typeof rewardConditions>[0], 0),
  })),
].flatMap(({ list, filter, conditions }): [string, Statement][] => {
  const name = `${list.name} by ${Object.keys(filter).join(' and ') || 'nothing'}`
  const next = { ...behind, sql: behind.sql.replace('x', list.alias) }
  return [
    [`${name} page`, pageStatement(list, conditions)],
    [`${name} next page`, pageStatement(list, [...conditions, next])],
    [`${name} count`, countStatement(list, conditions)],
  ]
})

/** Every statement that the service sends for a tenant, by name, and the lists with the filters that they are used with. */
export const checkedStatements: readonly (readonly [name: string, text: string])[] = [
  ...statements.map((it) => [it.name, it.text] as const),
  ...lists.map(([name, it]) => [name, it.text] as const),
]
