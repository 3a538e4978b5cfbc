import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ListedReferralRow, listReferrals } from '../../referring/referrals/rows/referral-list.ts'
import { fillReferrals } from '../../testing/database/many-referrals.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant, START, type TestTenant } from '../../testing/test-tenant.ts'
import { readTenant } from '../driver/tenant-tx.ts'
import { countOfCursor, cursorText, idOfCursor, positionOfCursor } from './list-cursor.ts'
import { COUNTED, type PageRequest } from './list-page.ts'

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
  test('a list gives every row once, newest first, in pages of any size, although all are of one millisecond', async () => {
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

  test('a list continues at its position, also when rows were added', async () => {
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

  test('a list that is empty has no page to follow', async () => {
    const tenant = await makeTestTenant(db, 'empty')
    expect(await readPage(tenant)).toEqual({ rows: [], total: 0, nextCursor: null })
  })

  test('a list is counted up to ten thousand, and beyond only when asked', async () => {
    const tenant = await makeTestTenant(db, 'counted')
    const code = await tenant.referrer('ada')
    await fillReferrals(db.owner, tenant.id, COUNTED)
    expect((await readPage(tenant)).total).toBe(10_000)
    await refer(tenant, code, 'one more')
    expect((await readPage(tenant)).total).toBeNull()
    expect((await readPage(tenant, { countAll: true })).total).toBe(10_001)
  }, 300_000)
})

describe('the count of a list', () => {
  test('the count of a list is made for the first page, and its cursor carries it to the following ones', async () => {
    const tenant = await makeTestTenant(db, 'carried')
    const code = await tenant.referrer('ada')
    await refer(tenant, code, 'b', 'c', 'd')
    const first = await readPage(tenant, { limit: 1 })
    expect(first.total).toBe(3)
    const cursor = first.nextCursor ?? ''
    await refer(tenant, code, 'e')
    const following = { limit: 1, after: idOfCursor(cursor), count: countOfCursor(cursor) }
    const second = await readPage(tenant, following)
    expect(second.total).toBe(3)
    expect(countOfCursor(second.nextCursor ?? '')).toEqual(countOfCursor(cursor))
    // Without what the cursor carries it is counted anew, and so is the answer to another question.
    expect((await readPage(tenant, { ...following, count: null })).total).toBe(4)
    expect((await readPage(tenant, { ...following, countAll: true })).total).toBe(4)
    const filtered = await readTenant(db.service, tenant.id, (tx) =>
      listReferrals(tx, { status: 'CONVERTED' }, START, { ...following, countAll: false }),
    )
    expect(filtered.total).toBe(0)
  })
})

describe('a cursor', () => {
  const uuid = '019c13ec-9e00-7000-854b-b3ee23565fa4'

  test('a cursor is refused unless it is one of ours', () => {
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
    for (const it of strange) expect([idOfCursor(it), positionOfCursor(it)]).toEqual([null, null])
  })

  test('a cursor is read as it was written, and that of a sorted list never as one of another', () => {
    const count = fc.option(fc.record({ question: fc.nat(2 ** 32 - 1), counted: fc.maxSafeNat() }))
    fc.assert(
      fc.property(count, fc.nat(), (it, time) => {
        const [plain, sorted] = [cursorText(uuid, null, it), cursorText(uuid, time, it)]
        expect([idOfCursor(plain), positionOfCursor(plain), countOfCursor(plain)]).toEqual([uuid, null, it])
        expect([idOfCursor(sorted), countOfCursor(sorted)]).toEqual([null, it])
        expect(positionOfCursor(sorted)).toEqual({ id: uuid, value: time })
      }),
    )
  })

  test('a cursor is never taken for another', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const id = idOfCursor(text)
        if (id !== null) expect(cursorText(id, null, countOfCursor(text))).toBe(text)
      }),
    )
  })
})
