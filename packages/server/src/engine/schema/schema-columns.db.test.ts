import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { findMissingColumns, readColumns } from './schema-columns.ts'

const { service, owner } = await createTestDatabase()

test('the service sees all columns, misses those that go, and does not mind those that come', async () => {
  const columns = await readColumns(service)
  expect(columns).toEqual(expect.arrayContaining(['account.external_id', 'tenant.id', 'entry.amount']))
  expect(await findMissingColumns(service, columns)).toEqual([])
  const change = (text: string) => owner.query({ name: '', text }, [])
  await change('alter table app.program add column later text')
  expect(await findMissingColumns(service, columns)).toEqual([])
  await change('drop table app.test_clock')
  expect(await findMissingColumns(service, columns)).toEqual(
    ['ahead_ms', 'moving_from', 'moving_to', 'tenant_id'].map((it) => `test_clock.${it}`),
  )
})
