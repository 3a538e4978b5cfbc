import { expect, test } from 'vitest'
import { makeImporter } from '../../testing/imports/importer.ts'
import { startTestService } from '../../testing/test-service.ts'
import { runImports } from './run-imports.ts'

const service = await startTestService()
const importer = makeImporter(service)
const { ctx, live } = service
const ROWS = 450

const file = [
  'accountId,id,note,referralCode',
  ...Array.from(
    { length: ROWS },
    (_, row) => `acct_${row},user,"line\nbreak",${row % 100 === 7 ? 'TAKEN' : ''}`,
  ),
  '',
].join('\n')

test('an import that ends after each transaction, and runs in two processes at once, equals one run', async () => {
  const { body } = await importer.send('users', file)
  let turns = 0
  for (let isMore = true; isMore; turns += 1) {
    const both = await Promise.allSettled([
      runImports(ctx, live.alias, AbortSignal.abort()),
      runImports(ctx, live.alias, AbortSignal.abort()),
    ])
    // One of them may find that the other has gone on.
    isMore = both.some((it) => it.status === 'rejected' || it.value)
  }
  expect(turns).toBeGreaterThan(3)
  const { body: done } = await service.call('GET', `/imports/${body.id}`)
  // The first of the rows with the code has it.
  expect(done).toMatchObject({ state: 'DONE', rows: ROWS, created: ROWS - 4, rejected: 4, unchanged: 0 })
  expect((await importer.errors()).map((it) => it.line)).toEqual(
    Array.from({ length: 4 }, (_, index) => 2 + 2 * (100 * (index + 1) + 7)),
  )
  const left = await service.owner.query(
    {
      name: '',
      text: 'select tenant_id from app.import_piece union all select tenant_id from app.import_upload',
    },
    [],
  )
  expect(left).toEqual([])
})

test('a dry run that is interrupted stores nothing and rejects the same', async () => {
  const { body } = await importer.send('users', file.replaceAll('acct_', 'dry_'), '&dryRun=true')
  const before = await importer.records()
  while (await runImports(ctx, live.alias, AbortSignal.abort())) {
    // Goes on.
  }
  expect(await importer.records()).toEqual(before)
  const { body: done } = await service.call('GET', `/imports/${body.id}`)
  expect(done).toMatchObject({ state: 'DONE', rows: ROWS, created: ROWS - 5, rejected: 5 })
})
