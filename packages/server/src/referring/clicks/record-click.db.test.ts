import type { ShareMedium } from '@goodword/domain/hosts/share-link'
import type { TenantId, UserKey } from '@goodword/domain/values/ids'
import { describe, expect, test as testOnce } from 'vitest'
import { createIdGenerator } from '../../engine/foundation/id-generator.ts'
import { createSecretBox } from '../../engine/secrets/secret-box.ts'
import { makeSecretKey } from '../../engine/secrets/secret-key.ts'
import { withinOneDay } from '../../testing/database/within-one-day.ts'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant, START } from '../../testing/test-tenant.ts'
import { type Click, recordClick as record, visitorHash } from './record-click.ts'

const database = await createTestDatabase()
const { owner, service, connectService } = database
const acme = await makeTestTenant(database, 'acme')
const rival = await makeTestTenant(database, 'rival')
const ada = createIdGenerator().make<UserKey>(START)

/** A busy machine loses nothing, unless a test is about that. */
const TIMEOUT_MS = 60_000
const secretBox = createSecretBox(makeSecretKey())
/** A process of the service; all have one secret key. */
const processOf = (db = service, timeoutMs = TIMEOUT_MS) => {
  const ctx = testContext(db, { now: () => START }, { secretBox })
  return (tenantId: TenantId, click: Click) => record(ctx, tenantId, click, timeoutMs)
}
const recordClick = processOf()

const clickFrom = (address: string, more: Partial<Click> = {}): Click => ({
  owner: ada,
  via: null,
  visitor: { address, userAgent: 'Mozilla/5.0' },
  ...more,
})

type Row = { tenant_id: string; user_id: string; via: string | null; visitor: string }

const query = <Found>(text: string, values: readonly unknown[] = []) =>
  owner.query<Found>({ name: '', text }, values)
const rows = () =>
  query<Row>('select tenant_id, user_id, via, visitor from app.click order by clicked_at, id')
const visitors = async () => (await rows()).map((it) => it.visitor)

/** A test that begins without clicks, and has one salt from its beginning to its end. */
const test = (name: string, work: () => Promise<void>) =>
  testOnce(name, () =>
    withinOneDay(owner, async () => {
      await query('truncate app.click')
      await work()
    }),
  )

test('a click that is reported as recorded is stored with its referrer and medium', async () => {
  const [before] = await query<{ now: string }>('select clock_timestamp()::text as now')
  expect(await recordClick(acme.id, clickFrom('192.0.2.1', { via: 'email' }))).toBe('recorded')
  expect(await rows()).toEqual([
    {
      tenant_id: 'acme',
      user_id: ada,
      via: 'email',
      visitor: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ])
  const [when] = await query<{ meanwhile: boolean }>(
    'select clicked_at between $1::timestamptz and now() as meanwhile from app.click',
    [before?.now],
  )
  // The time is the database's, not that of the process.
  expect(when?.meanwhile).toBe(true)
})

test('many clicks at once are all there, and share transactions', async () => {
  const clicks = Array.from({ length: 300 }, (_, index) => clickFrom(`192.0.2.${index % 100}`))
  const fates = await Promise.all(clicks.map((it) => recordClick(acme.id, it)))
  expect(new Set(fates)).toEqual(new Set(['recorded']))
  const [counts] = await query<{ clicks: number; visitors: number; transactions: number }>(
    `select count(*) as clicks, count(distinct visitor) as visitors, count(distinct xmin::text) as transactions
     from app.click`,
  )
  expect(counts).toMatchObject({ clicks: 300, visitors: 100 })
  expect(counts?.transactions).toBeLessThan(30)
})

describe('a visitor', () => {
  test('a visitor is the same all day for every process, by address and browser', async () => {
    const another = processOf(connectService())
    await recordClick(acme.id, clickFrom('192.0.2.1'))
    await another(acme.id, clickFrom('192.0.2.1'))
    await recordClick(acme.id, clickFrom('::ffff:192.0.2.1'))
    await recordClick(acme.id, clickFrom('192.0.2.2'))
    await recordClick(
      acme.id,
      clickFrom('192.0.2.1', { visitor: { address: '192.0.2.1', userAgent: 'Opera/9' } }),
    )
    const [first, ofAnother, mapped, neighbour, otherBrowser] = await visitors()
    expect([ofAnother, mapped]).toEqual([first, first])
    expect(new Set([first, neighbour, otherBrowser]).size).toBe(3)
  })

  test('a visitor is another one for another program, and on another day', async () => {
    await recordClick(acme.id, clickFrom('192.0.2.1'))
    await recordClick(rival.id, clickFrom('192.0.2.1'))
    await query(`update app.click_salt set day = day - 1`)
    await query('select app.forget_click_salts()')
    await processOf()(acme.id, clickFrom('192.0.2.1'))
    expect(new Set(await visitors()).size).toBe(3)
  })

  test('the address of a visitor cannot be found with the salt that the database has', async () => {
    const { visitor } = clickFrom('192.0.2.1')
    await recordClick(acme.id, clickFrom('192.0.2.1'))
    const [stored] = await query<{ salt: string }>(
      `select encode(salt, 'hex') as salt from app.click_salt where tenant_id = 'acme'`,
    )
    const [found] = await visitors()
    expect(found).not.toBe(visitorHash(String(stored?.salt), visitor))
    // A process with another secret key and the same database has another salt.
    const stranger = testContext(
      service,
      { now: () => START },
      { secretBox: createSecretBox(makeSecretKey()) },
    )
    await record(stranger, acme.id, clickFrom('192.0.2.1'), TIMEOUT_MS)
    expect(new Set(await visitors()).size).toBe(2)
  })

  test('a visitor leaves neither address nor browser anywhere in the database', async () => {
    await recordClick(
      acme.id,
      clickFrom('203.0.113.77', { visitor: { address: '203.0.113.77', userAgent: 'Rare/1' } }),
    )
    const [found] = await query<{ texts: string }>(
      `select (select string_agg(c::text, ' ') from app.click c) || (select string_agg(s::text, ' ') from app.click_salt s) as texts`,
    )
    expect(found?.texts).not.toMatch(/203\.0\.113|Rare/)
  })
})

describe('a database', () => {
  test('a database that is slow does not delay the visitor, and a click that timed out before it was sent is not written later', async () => {
    const recordHastily = processOf(service, 50)
    const holder = await owner.pool.connect()
    try {
      await holder.query('begin; lock table app.click in access exclusive mode')
      const click = (via: ShareMedium) => recordHastily(acme.id, clickFrom('192.0.2.1', { via }))
      // One is being written; the other waits for its turn, and is given up there.
      const written = click('email')
      await new Promise(setImmediate)
      expect(await Promise.all([written, click('facebook')])).toEqual(['slow', 'slow'])
      await holder.query('rollback')
    } finally {
      holder.release(true)
    }
    const media = async () => (await rows()).map((it) => it.via)
    await expect.poll(media).toEqual(['email'])
    // Its turn has come by the time that another click is written.
    await recordClick(acme.id, clickFrom('192.0.2.2', { via: 'direct' }))
    expect(await media()).toEqual(['email', 'direct'])
  })

  test('a database that is unavailable loses the click, which is counted as lost', async () => {
    const gone = connectService()
    const recordAway = processOf(gone)
    gone.pool.options.port = 1
    expect(await recordAway(acme.id, clickFrom('192.0.2.1'))).toBe('unavailable')
    expect(await rows()).toEqual([])
  })

  test('a database without a partition for this month is a defect, and rejects', async () => {
    await query(`do $$ declare part regclass; begin
      for part in select inhrelid::regclass from pg_inherits where inhparent = 'app.click'::regclass loop
        execute format('drop table %s', part);
      end loop;
    end $$`)
    await expect(recordClick(acme.id, clickFrom('192.0.2.1'))).rejects.toThrow('no partition')
    await query('select app.open_click_months(now())')
    expect(await recordClick(acme.id, clickFrom('192.0.2.1'))).toBe('recorded')
  })
})
