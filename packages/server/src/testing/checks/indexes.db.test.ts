import { expect, test } from 'vitest'
import { createTestDatabase } from '../test-database.ts'
import { checkedStatements } from './checked-statements.ts'
import { indexesOfFunctions } from './exceptions.ts'
import { planForTenant } from './generic-plan.ts'
import type { PlanNode } from './plan-rules.ts'

const db = await createTestDatabase()

test('each index is the one that a statement finds rows by, or keeps something unique', async () => {
  const session = await db.service.pool.connect()
  const used = new Set<string>()
  for (const [, text] of checkedStatements) {
    for (const name of indexesOf(await planForTenant(session, text))) used.add(name)
  }
  session.release(true)
  const names = await db.owner.query<{ name: string }>({ name: '', text: others }, [])
  expect(names.map((it) => it.name).filter((it) => !used.has(it))).toEqual([...indexesOfFunctions].sort())
}, 120_000)

// Tables of the authentication library, and those that partitions belong to, are not searched by statements of ours.
const others = `
select c.relname as name
from pg_index i
join pg_class c on c.oid = i.indexrelid
join pg_class t on t.oid = i.indrelid
where t.relnamespace = 'app'::regnamespace
  and not i.indisunique
  and not t.relispartition
  and not starts_with(t.relname, 'staff_')
order by c.relname`

function indexesOf(node: PlanNode): readonly string[] {
  const own = node['Index Name'] === undefined ? [] : [node['Index Name']]
  return [...own, ...(node.Plans ?? []).flatMap(indexesOf)]
}
