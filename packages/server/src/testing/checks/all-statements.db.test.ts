import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../engine/driver/database.ts'
import { allStatements } from '../../engine/driver/statement.ts'
import { createTestDatabase } from '../test-database.ts'
import { tenantTablesIn } from './catalog.ts'
import { crossTenantStatements, directoryTables, operatorStatements } from './exceptions.ts'
import { genericPlan } from './generic-plan.ts'
import { importStatements } from './import-statements.ts'
import { statementViolations } from './statement.ts'

const { owner, service } = await createTestDatabase()
await importStatements()
const statements = allStatements().map((each): [name: string, text: string] => [each.name, each.text])

let tenantTables: ReadonlySet<string>
beforeAll(async () => {
  tenantTables = await tenantTablesIn(service, directoryTables)
})

test('every statement has a name of its own', () => {
  const names = statements.map(([name]) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(names).not.toEqual([])
})

test('every exception is the name of a statement', () => {
  const names = statements.map(([name]) => name)
  expect([...crossTenantStatements, ...operatorStatements].filter((each) => !names.includes(each))).toEqual(
    [],
  )
})

test.for(statements)('%s stays with one tenant', ([name, text]) => {
  const mayCrossTenants = crossTenantStatements.includes(name)
  expect(statementViolations(text, { tenantTables, mayCrossTenants })).toEqual([])
})

// Explaining plans a statement for unknown values and, unlike preparing it, asks whether the role may run it.
test.for(statements)('%s fits the schema and the rights of who sends it', async ([name, text]) => {
  if (operatorStatements.includes(name)) {
    expect(await planOf(owner, text)).toHaveProperty('Node Type')
    await expect(planOf(service, text)).rejects.toThrow('permission denied')
  } else {
    expect(await planOf(service, text)).toHaveProperty('Node Type')
  }
})

async function planOf({ pool }: Database, text: string): Promise<unknown> {
  const session = await pool.connect()
  try {
    await session.query('begin')
    return await genericPlan(session, text)
  } finally {
    await session.query('rollback')
    session.release()
  }
}
