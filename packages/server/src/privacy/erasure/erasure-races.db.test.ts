import type { TenantId, UserKey } from '@goodword/domain/values/ids'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Context } from '../../frame/context.ts'
import { jobHandlers } from '../../jobs/handlers.ts'
import { drainErasures } from '../../testing/erasure/drain-erasures.ts'
import { tracesIn } from '../../testing/erasure/erased-traces.ts'
import { storeEverywhere } from '../../testing/erasure/person-everywhere.ts'
import { type Caller, startTestService } from '../../testing/test-service.ts'
import { testRunner } from '../../testing/test-worker.ts'
import { carryOutErasure } from './carry-out-erasure.ts'

const service = await startTestService()
const { call, live, owner, ctx } = service
const other = await service.anotherProcess()
const { runner } = testRunner(ctx, async () => null, { handlers: jobHandlers })
const tenantId = live.alias as TenantId

function sql<Row>(text: string): Promise<Row[]> {
  return owner.query<Row>({ name: '', text }, [])
}

class Crash extends Error {}

/** A context whose process ends after so many of its transactions. */
function crashingAfter(transactions: number): Context {
  let left = transactions
  const writeTenant: Context['writeTenant'] = async (...args) => {
    if (left === 0) throw new Crash()
    left -= 1
    return ctx.writeTenant(...args)
  }
  const readTenant: Context['readTenant'] = (...args) => ctx.readTenant(...args)
  return Object.create(ctx, { writeTenant: { value: writeTenant }, readTenant: { value: readTenant } })
}

test('I15: a job that is cut off after any of its transactions erases everything in its next run', async () => {
  const word = 'interruptus'
  const { path } = await storeEverywhere(service, word)
  await call('DELETE', path)
  const [row] = await sql<{ user_id: UserKey }>('select user_id from app.erasure')
  if (row === undefined) throw new Error('erasure not found')
  const { signal } = new AbortController()
  let crashes = 0
  for (;;) {
    const run = carryOutErasure(crashingAfter(crashes), tenantId, row.user_id, signal)
    const again = await run.catch((error: unknown) => {
      if (error instanceof Crash) return 'crashed'
      throw error
    })
    if (again !== 'crashed') break
    crashes += 1
  }
  expect(crashes).toBeGreaterThan(8)
  await drainErasures(service, runner, tenantId)
  expect(await tracesIn(owner, [word])).toEqual([])
})

let made = 0

/** The actions on a person, with their word in every field. */
const actions: Readonly<Record<string, (call: Caller, word: string) => ReturnType<Caller>>> = {
  upsert: (call, word) =>
    call('POST', '/user', {
      body: {
        accountId: `a-${word}`,
        id: `u-${word}`,
        email: `${word}@example.com`,
        referralCode: `C-${word}`,
      },
    }),
  identify: (call, word) =>
    call('POST', '/open/identify', {
      body: { account_id: `a-${word}`, user_id: `u-${word}`, first_name: word, account_status: 'PAID' },
    }),
  sync: (call, word) =>
    call('POST', '/accountsync', { body: { id: `a-${word}`, subscription: { status: 'PAID', value: 1 } } }),
  befriend: (call, word) =>
    call('POST', '/open/identify', {
      body: { account_id: `friend-${++made}`, user_id: 'friend', referral_code: `C-${word}` },
    }),
  erase: (call, word) => call('DELETE', `/account/a-${word}/user/u-${word}`),
}

test('I15: calls of two processes at once with an erasure, in any order, leave nothing of the person', async () => {
  const steps = fc.array(fc.constantFrom(...Object.keys(actions)), { minLength: 2, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(steps, steps, async (one, others) => {
      made += 1
      const word = `racer${String(made).padStart(6, '0')}x`
      await actions.upsert?.(call, word)
      const run = async (caller: Caller, names: readonly string[]) => {
        for (const name of names) {
          const { status } = (await actions[name]?.(caller, word)) ?? { status: 0 }
          expect([200, 404, 409]).toContain(status)
        }
      }
      await Promise.all([run(call, [...one, 'erase']), run(other, others)])
      expect((await call('DELETE', `/account/a-${word}/user/u-${word}`)).status).toBe(200)
      await drainErasures(service, runner, tenantId)
      expect(await tracesIn(owner, [word])).toEqual([])
    }),
    { numRuns: 12 },
  )
  // One referral for each friend at most, and one reward for each side of it.
  const doubles = await sql(`
    select referral_id, source from app.reward where referral_id is not null group by 1, 2 having count(*) > 1`)
  expect(doubles).toEqual([])
  const rows = await sql('select user_id from app.erasure where finished_at is null')
  expect(rows).toEqual([])
})
