import type { ReferralCode } from '@goodword/domain/referral-code'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillReferrals } from '../../testing/database/many-referrals.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant, START, type TestTenant } from '../../testing/test-tenant.ts'
import { readTenant } from '../driver/tenant-tx.ts'
import { type ListedReferralRow, listReferrals } from '../referral-list.ts'
import { COUNTED, idOfCursor, type PageRequest } from './list-page.ts'

const db = await createTestDatabase()

const readPage = (tenant: TestTenant, request: Partial<PageRequest> = {}) =>
  readTenant(db.service, tenant.id, (tx) =>
    listReferrals(tx, {}, START, { limit: 10, after: null, countAll: false, ...request }),
  )

/** Reads to the end, and lets something happen after each page. */
async function readAll(
  tenant: TestTenant,
  limit: number,
  afterPage: () => Promise<unknown> = () => Promise.resolve(),
): Promise<ListedReferralRow[]> {
  const rows: ListedReferralRow[] = []
  let after: string | null = null
  do {
    const page = await readPage(tenant, { limit, after })
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    rows.push(...page.rows)
    after = page.nextCursor === null ? null : idOfCursor(page.nextCursor)
    await afterPage()
  } while (after !== null)
  return rows
}

async function refer(tenant: TestTenant, code: ReferralCode, ...friends: string[]): Promise<void> {
  const attribute = { kind: 'attribute', evidence: 'explicit', code } as const
  await Promise.all(friends.map((friend) => tenant.track(friend, 'server', attribute)))
}

describe('a list', () => {
  test('gives every row once, newest first, in pages of any size, although all are of one millisecond', async () => {
    const tenant = await makeTestTenant(db, 'ties')
    const friends = Array.from({ length: 23 }, (_, index) => `friend ${index}`)
    await refer(tenant, await tenant.referrer('ada'), ...friends)
    const all = await readAll(tenant, 1000)
    expect(new Set(all.map((row) => row.started_at))).toEqual(new Set([tenant.clock.now]))
    expect(all.map((row) => row.referred_account).sort()).toEqual(friends.sort())
    expect(all.map((row) => row.id)).toEqual(
      all
        .map((row) => row.id)
        .sort()
        .reverse(),
    )
    for (const limit of [1, 2, 7, 22, 23, 24]) expect(await readAll(tenant, limit)).toEqual(all)
  })

  test('continues at its position, also when rows were added', async () => {
    let stories = 0
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat({ max: 3 })),
        async (limit, additions) => {
          stories += 1
          const tenant = await makeTestTenant(db, `stable_${stories}`)
          const code = await tenant.referrer('ada')
          await refer(tenant, code, ...Array.from({ length: 9 }, (_, index) => `first ${index}`))
          const before = await readAll(tenant, 1000)
          let late = 0
          const nextName = () => {
            late += 1
            return late
          }
          const added = async () => {
            tenant.clock.now += 1
            const names = Array.from({ length: additions.pop() ?? 0 }, () => `late ${nextName()}`)
            await refer(tenant, code, ...names)
          }
          expect(await readAll(tenant, limit, added)).toEqual(before)
        },
      ),
      { numRuns: 15 },
    )
  })

  test('that is empty has no page to follow', async () => {
    const tenant = await makeTestTenant(db, 'empty')
    expect(await readPage(tenant)).toEqual({ rows: [], total: 0, nextCursor: null })
  })

  test('is counted up to ten thousand, and beyond only when asked', async () => {
    const tenant = await makeTestTenant(db, 'counted')
    const code = await tenant.referrer('ada')
    await fillReferrals(db.owner, tenant.id, COUNTED)
    expect((await readPage(tenant)).total).toBe(10_000)
    await refer(tenant, code, 'one more')
    expect((await readPage(tenant)).total).toBeNull()
    expect((await readPage(tenant, { countAll: true })).total).toBe(10_001)
  }, 300_000)
})

describe('a cursor', () => {
  test('is refused unless it is one of ours', () => {
    const uuid = '019c13ec-9e00-7000-854b-b3ee23565fa4'
    const cursor = Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url')
    expect(idOfCursor(cursor)).toBe(uuid)
    const strange = [
      '',
      'x',
      `${cursor}=`,
      `${cursor}A`,
      ` ${cursor}`,
      uuid,
      cursor.slice(1),
      `+${cursor.slice(1)}`,
    ]
    for (const it of strange) expect(idOfCursor(it)).toBeNull()
  })

  test('is never taken for another', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const id = idOfCursor(text)
        if (id !== null) expect(Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')).toBe(text)
      }),
    )
  })
})
