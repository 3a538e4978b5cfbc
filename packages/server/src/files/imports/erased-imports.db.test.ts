import { randomUUID } from 'node:crypto'
import type { TenantId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { jobHandlers } from '../../jobs/handlers.ts'
import { drainErasures } from '../../testing/erasure/drain-erasures.ts'
import { tracesIn } from '../../testing/erasure/erased-traces.ts'
import { storeEverywhere } from '../../testing/erasure/person-everywhere.ts'
import { makeImporter } from '../../testing/imports/importer.ts'
import { startTestService } from '../../testing/test-service.ts'
import { testRunner } from '../../testing/test-worker.ts'
import { runImports } from './run-imports.ts'

const service = await startTestService()
const { call, live, owner, ctx } = service
const importer = makeImporter(service)
const { runner } = testRunner(ctx, async () => null, { handlers: jobHandlers })
const tenantId = live.alias as TenantId
const { now } = service.clock
const DAY_MS = 24 * 3_600_000

function sql<Row>(text: string): Promise<Row[]> {
  return owner.query<Row>({ name: '', text }, [])
}

const ledger = () => sql('select account_id, unit, sum(amount) from app.entry group by 1, 2 order by 1, 2')

test('I15: imported rows, open balances and files of an import are erased as well, and a late file stores no erased person', async () => {
  const word = 'importatrix'
  const { account, user, code, email, names, path } = await storeEverywhere(service, word)
  const colleague = `${word}-colleague`
  const friend = `friend-${randomUUID()}`
  const users = [
    'accountId,id,email,firstName,lastName,referralCode',
    `${account},${user},${email},${names.firstName},Imported-${word},${code}-NEW`,
    `${colleague},${colleague},${colleague}@example.com,${colleague},,${colleague}`,
    `${word}-rejected,${word},no address of ${word},,,`,
    '',
  ].join('\n')
  expect(await importer.run('users', users)).toMatchObject({ created: 1, updated: 1, rejected: 1 })
  const referrals = [
    'referralCode,referredAccountId,status,dateReferralStarted,dateConverted,dateReferralEnded',
    `${code}-NEW,${friend},CONVERTED,${now - 90 * DAY_MS},${now - 80 * DAY_MS},`,
    // The person was referred as well.
    `${code}-NEW,${colleague},IN_PROGRESS,${now - 90 * DAY_MS},,`,
    `${word}-unknown,${friend}-2,IN_PROGRESS,${now - 90 * DAY_MS},,`,
    '',
  ].join('\n')
  expect(await importer.run('referrals', referrals)).toMatchObject({ created: 2, rejected: 1 })
  const balances = [
    'accountId,unit,amount,dateExpires',
    `${account},EUR,1250,${now + 30 * DAY_MS}`,
    `${account},COFFEE,3,`,
    `${colleague},EUR,700,`,
    `${word}-nobody,EUR,100,`,
    '',
  ].join('\n')
  expect(await importer.run('balances', balances)).toMatchObject({ created: 3, rejected: 1 })

  // A dry run has begun, and a file waits, when both people are erased.
  const more = Array.from({ length: 1500 }, (_, row) => `bystander-${row},user,,,,`).join('\n')
  await importer.send('users', `${users}${more}\n`, '&dryRun=true')
  // The header has a transaction of its own.
  for (const _ of ['header', 'rows']) expect(await runImports(ctx, tenantId, AbortSignal.abort())).toBe(true)
  const { body: late } = await importer.send('users', users.replace('Imported', 'Late'))
  expect(await sql('select 1 from app.import_claim')).not.toEqual([])
  expect(await sql('select 1 from app.import_piece')).not.toEqual([])
  const before = await ledger()
  for (const it of [path, `/account/${colleague}/user/${colleague}`]) {
    expect(await call('DELETE', it)).toMatchObject({ status: 200, body: { accountErased: true } })
  }
  await drainErasures(service, runner, tenantId)

  expect(await tracesIn(owner, [word])).toEqual([])
  // Files are compressed, so the search does not see into them: none is left, nor a claim of a dry run.
  expect(await sql('select 1 from app.import_piece')).toEqual([])
  expect(await sql('select 1 from app.import_claim')).toEqual([])
  expect(await ledger()).toEqual(before)
  const { body: done } = await call('GET', `/imports/${late.id}`)
  expect(done).toMatchObject({ state: 'DONE', created: 0, updated: 0, rejected: 3 })

  // The files that the merchant still has store nothing, and give nothing twice.
  for (const [kind, file, rejected] of [
    ['users', users, 3],
    // The codes stand for their placeholders, so two referrals are known.
    ['referrals', referrals, 1],
    ['balances', balances, 4],
  ] as const) {
    const again = await importer.run(kind, file)
    expect(again, kind).toMatchObject({ created: 0, updated: 0, rejected })
  }
  await drainErasures(service, runner, tenantId)
  expect(await tracesIn(owner, [word])).toEqual([])
  expect(await ledger()).toEqual(before)
  const { body } = await call('GET', `/account/${account}/reward`)
  expect(body.credits).toEqual(
    expect.arrayContaining([
      { unit: 'COFFEE', available: 3 },
      { unit: 'EUR', available: 300 + 1250 },
    ]),
  )
})
