import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { fillReferrals } from '../../testing/many-referrals.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant } from '../../testing/test-tenant.ts'
import { tidyUp } from '../../testing/tidy-up.ts'
import { countStatement, pageStatement } from '../list-page.ts'
import { referralConditions, referralList } from '../referral-list.ts'
import { rewardConditions, rewardList } from '../reward-list.ts'
import { allStatements, type Statement } from '../statement.ts'
import { operatorStatements } from './exceptions.ts'
import { genericPlan } from './generic-plan.ts'
import { wholeReads } from './plan-rules.ts'

/** As many as npm test has time for; the long tests ask for a million. */
const FRIENDS = Number(process.env.GOODWORD_TEST_REFERRALS ?? 20_000)
const SMALL_TENANTS = 10

const db = await createTestDatabase()
const big = await makeTestTenant(db, 'big')
await fillReferrals(db.owner, big.id, FRIENDS)
for (let index = 0; index < SMALL_TENANTS; index += 1) {
  const small = await makeTestTenant(db, `small_${index}`)
  await fillReferrals(db.owner, small.id, 500)
}

// What the referrals themselves do not bring.
for (const text of [
  `insert into closing_balance select tenant_id, id, 'FRIEND_SIGNUP', 'PCT_DISCOUNT', '%', 0, created_at from account`,
  `insert into redemption select tenant_id, id, id, 'points', 1, 0, id::text, created_at from account`,
  `insert into idempotent_request select tenant_id, id::text, '', created_at, null, null, created_at from account`,
]) {
  await db.owner.query({ name: '', text }, [])
}
await tidyUp(db.owner)

const session = await db.service.pool.connect()
afterAll(() => session.release(true))
beforeEach(async () => {
  await session.query('begin')
  await session.query(`select app.set_tenant('big')`)
})
afterEach(() => session.query('rollback'))

const files = await readdir(join(import.meta.dirname, '..'))
const stores = files.filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
await Promise.all(stores.map((name) => import(join(import.meta.dirname, '..', name))))
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
  const name = `${list.name} ${JSON.stringify(filter)}`
  const next = { ...behind, sql: behind.sql.replace('x', list.alias) }
  return [
    [`${name} page`, pageStatement(list, conditions)],
    [`${name} next page`, pageStatement(list, [...conditions, next])],
    [`${name} count`, countStatement(list, conditions)],
  ]
})

test.for([...statements.map((it): [string, Statement] => [it.name, it]), ...lists])(
  '%s reads no more of a big tenant than it is asked for',
  async ([, { text }]) => {
    expect(wholeReads(await genericPlan(session, text))).toEqual([])
  },
)
