import { MAX_MISSING_MS } from '@goodword/domain/domain-claim'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../../store/driver/database.ts'
import { migrate, pendingMigrations } from '../../../store/schema/migrate.ts'
import { makeEmptyEnvironment } from '../../../testing/program.ts'
import { testContext } from '../../../testing/test-context.ts'
import { knownDomains, refreshDomains } from '../../referring/share-links/known-domains.ts'
import { checkDueDomains } from './check-due-domains.ts'
import { listDomains } from './list-domains.ts'

const { env, drop } = await makeEmptyEnvironment()
const owner = openDatabase({ connectionString: env.DATABASE_URL ?? '' }, 'owner', 2)
afterAll(async () => {
  await owner.close()
  await drop()
})
const execute = (text: string) => owner.query<{ at: number }>({ name: '', text }, [])

test('domains of a release without proofs lead on for 72 hours, and hosts that cannot be claimed lead nowhere after the first check', async () => {
  const before = (await pendingMigrations(owner)).filter((it) => it < '0075').at(-1) ?? ''
  await migrate(owner, { to: before })
  await execute(`insert into app.merchant (id, name, created_at) values (gen_random_uuid(), 'Acme', now())`)
  await execute(
    `insert into app.tenant (id, merchant_id, mode, created_at) select 'acme', id, 'live', now() from app.merchant`,
  )
  await execute(
    `insert into app.custom_domain values ('go.acme.example.com', 'acme', now()), ('refer.internal', 'acme', now())`,
  )
  await migrate(owner)

  const [{ at: since } = { at: 0 }] = await execute('select max(missing_since) as at from app.domain_claim')
  const time = { now: since }
  const ctx = testContext(owner, { now: () => time.now })
  const leading = async () => {
    await refreshDomains(ctx)
    return [...knownDomains(ctx).tenants.keys()]
  }
  const check = () => checkDueDomains(ctx, new AbortController().signal)
  expect(await leading()).toContain('go.acme.example.com')
  time.now = since + 1000
  await check()
  expect(
    (await listDomains(ctx, 'acme')).domains.map((it) => [it.domain, it.state, it.problem]).toSorted(),
  ).toEqual([
    ['go.acme.example.com', 'VERIFIED', 'RECORD_MISSING'],
    ['refer.internal', 'LOST', 'NOT_CLAIMABLE'],
  ])
  time.now = since + MAX_MISSING_MS - 1000
  await check()
  expect(await leading()).toEqual(['go.acme.example.com'])
  time.now = since + MAX_MISSING_MS
  await check()
  expect(await leading()).toEqual([])
})
