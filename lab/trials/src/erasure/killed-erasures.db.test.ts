import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import { createSecretBox } from '@goodword/server/engine/secrets/secret-box'
import { makeSecretKey } from '@goodword/server/engine/secrets/secret-key'
import { beginErasure } from '@goodword/server/privacy/erasure/begin-erasure'
import { tracesIn } from '@goodword/server/testing/erasure/erased-traces'
import { testContext } from '@goodword/server/testing/test-context'
import { createTestDatabase } from '@goodword/server/testing/test-database'
import { makeTestTenant, type TestTenant } from '@goodword/server/testing/test-tenant'
import { PATIENT, workerProcesses } from '@goodword/server/testing/workers/worker-processes'
import { expect, test, vi } from 'vitest'
import { trialSize } from '../trial-size.ts'

const db = await createTestDatabase()
const secretKey = makeSecretKey()
/** A request that began before an erasure has ended by now: the job needs one run. */
const SETTLED_MS = 120_000
const clock = { now: () => Date.now() - SETTLED_MS }
const ctx = testContext(db.service, clock, { secretBox: createSecretBox(secretKey) })

const PEOPLE = trialSize(24, 200)
const KILLS = trialSize(4, 40)
const FRIENDS = 3
const CLICKS = 3000
const LEASE_MS = 1500

const workers = workerProcesses('service-worker', {
  address: db.serviceAddress,
  leaseMs: LEASE_MS,
  secretKey: secretKey.toString('hex'),
})

async function count(text: string): Promise<number> {
  const [row] = await db.owner.query<{ count: number }>({ name: '', text: `select count(*) ${text}` }, [])
  return row?.count ?? 0
}

const word = 'evanescentia'
const accountOf = (person: number) => `account-${word}-${person}`
const userOf = (person: number) => `user-${word}-${person}`

/** A person whose code friends used and others tried in vain, and whose links were clicked. */
async function store(tenant: TestTenant, person: number): Promise<void> {
  const code = `CODE-${word}-${person}`.toUpperCase() as ReferralCode
  const names = {
    firstName: `First-${word}`,
    lastName: `Last-${word}`,
    email: `${word}-${person}@example.com`,
  }
  await tenant.track(accountOf(person), 'server', tenant.identify(userOf(person), { ...names, code }), {
    kind: 'report',
    status: 'PAID',
  })
  for (let friend = 0; friend < FRIENDS; friend += 1) {
    const attribute = { kind: 'attribute', evidence: 'explicit', code } as const
    await tenant.track(`friend-${person}-${friend}`, 'server', tenant.identify('friend'), attribute, {
      kind: 'report',
      status: 'PAID',
    })
  }
  const text = `
    insert into app.click (tenant_id, clicked_at, id, user_id, via, visitor)
    select $1, now() - n * interval '1 second', gen_random_uuid(), p.id, 'email', gen_random_uuid()
    from app.account_user p cross join generate_series(1, $3::int) n
    where p.tenant_id = $1 and p.external_id = $2`
  await db.owner.query({ name: '', text }, [tenant.id, userOf(person), CLICKS])
}

test('I15: erasures whose process is killed again and again are resumed, and leave nothing of the people', async () => {
  const tenant = await makeTestTenant(db, 'killed')
  tenant.clock.now = clock.now()
  for (let person = 0; person < PEOPLE; person += 1) await store(tenant, person)
  const ledger = () => count(`from (select distinct account_id, unit, amount from app.entry) as x`)
  const before = await ledger()
  for (let person = 0; person < PEOPLE; person += 1) {
    await beginErasure(ctx, tenant.id, accountOf(person) as AccountId, userOf(person) as UserId)
  }
  expect(await tracesIn(db.owner, [word])).not.toEqual([])
  let interrupted = 0
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const program = await workers.start()
    const finished = await count('from app.erasure where finished_at is not null')
    // Some people more were erased, and others are being erased.
    const wanted = Math.min(PEOPLE - 4, finished + 1)
    await vi.waitFor(async () => {
      expect(await count('from app.erasure where finished_at is not null')).toBeGreaterThanOrEqual(wanted)
    }, PATIENT)
    await workers.kill(program)
    interrupted += await count(`from app.job where kind = 'ERASE_PERSON' and state = 'RUNNING'`)
  }
  expect(interrupted).toBeGreaterThan(0)
  await workers.start()
  await vi.waitFor(async () => {
    expect(await count('from app.erasure where finished_at is null')).toBe(0)
    expect(await count(`from app.job where kind = 'ERASE_PERSON'`)).toBe(0)
  }, PATIENT)
  console.log(`${KILLS} kills interrupted ${interrupted} runs, of ${PEOPLE} erasures; some more than once`)
  expect(await tracesIn(db.owner, [word])).toEqual([])
  expect(await count(`from app.click where tenant_id = '${tenant.id}'`)).toBe(0)
  expect(await ledger()).toBe(before)
}, 7_200_000)
