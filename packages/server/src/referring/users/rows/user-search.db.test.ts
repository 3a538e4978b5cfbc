import { expect, test } from 'vitest'
import { allStatements } from '../../../engine/driver/statement.ts'
import { COUNTED } from '../../../engine/lists/list-page.ts'
import { fillUsers } from '../../../testing/database/many-users.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { makeTestTenant } from '../../../testing/test-tenant.ts'
import './user-search.ts'

const USERS = 12_000

type Plan = { readonly 'Actual Rows': number; readonly Plans?: readonly Plan[] }

const db = await createTestDatabase()

test('a search counts no further than a list says, however many people begin so', async () => {
  const { id } = await makeTestTenant(db, 'large')
  await fillUsers(db.owner, id, USERS)
  const counting = allStatements().find((it) => it.name === 'account_user.search_count')
  const ranges = ['mass', 'mass', 'mass', 'MASS'].flatMap((it) => [it, `${it}\u{10ffff}`])
  const session = await db.service.pool.connect()
  await session.query('begin')
  await session.query('select app.set_tenant($1)', [id])
  const { rows } = await session.query({
    text: `explain (analyze, format json) ${counting?.text}`,
    values: [id, ...ranges, COUNTED + 1],
  })
  session.release(true)
  const rowsRead = leaves(rows[0]['QUERY PLAN'][0].Plan).map((it) => it['Actual Rows'])
  // An id, a name, a last name, an e-mail, a code.
  expect(rowsRead).toEqual([COUNTED + 1, COUNTED + 1, 0, 0, COUNTED + 1])
}, 120_000)

function leaves(plan: Plan): readonly Plan[] {
  const { Plans = [] } = plan
  return Plans.length === 0 ? [plan] : Plans.flatMap(leaves)
}
