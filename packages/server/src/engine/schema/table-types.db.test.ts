import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { tableTypes } from './table-types.ts'

const { owner } = await createTestDatabase()
const execute = (text: string) => owner.query({ name: '', text }, [])

test('tables.generated.ts is what the migrations make; `npm run generate` writes it', async () => {
  const committed = await readFile(new URL('../tables.generated.ts', import.meta.url), 'utf8')
  expect(await tableTypes(owner), 'tables.generated.ts is out of date. Run: npm run generate').toBe(committed)
})

test('a new column, its type and whether it may be null are found', async () => {
  await execute('alter table app.account add column seats int4, add column labels text[] not null')
  const text = await tableTypes(owner)
  expect(text).toContain('    seats: number | null\n    labels: string[]\n')
  expect(text).toContain("    seats: 'int4',\n    labels: 'text[]',\n")
})

test('a column of an unknown type, and a listed column that is gone, are errors', async () => {
  await execute('alter table app.account add column place point')
  await expect(tableTypes(owner)).rejects.toThrow('account.place has the type point')
  await execute('alter table app.account drop column place')
  await execute('alter table app.click drop column via')
  await expect(tableTypes(owner)).rejects.toThrow('click.via')
})
