import { expect, test } from 'vitest'
import { allStatements } from '../../../engine/driver/statement.ts'
import { allLists, conditionsOf } from '../../../engine/lists/list.ts'
import { hasValue, pageStatement } from '../../../engine/lists/list-page.ts'
import { fillReferrals } from '../../../testing/database/many-referrals.ts'
import { tidyUp } from '../../../testing/database/tidy-up.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { makeTestTenant, START } from '../../../testing/test-tenant.ts'
import { readReferralPage, readReviewSummary } from '../read-queue.ts'

/** The number that npm test has time for; the long tests ask for a million. */
const REFERRALS = Number(process.env.GOODWORD_TEST_REFERRALS ?? 2000)
const isMeasuring = process.env.GOODWORD_TEST_REFERRALS !== undefined
/** Ten thousand of a million wait for staff. */
const WAITING = Math.min(REFERRALS / 2, 10_000)
/** A million take some minutes to make, and many more beside other work. */
const LIMIT_MS = 120_000 + REFERRALS * 3
const PAGE = 11
/** The maximum for a page: some levels of the index, and for each row its own block and the indexes of both accounts. */
const MAX_BLOCKS = PAGE * 16

const db = await createTestDatabase()
const { owner } = db

test(
  `a page of the queue and a reminder read no more than they return, of ${WAITING} waiting among ${REFERRALS} referrals`,
  async () => {
    const { id: tenantId, ctx } = await makeTestTenant(db, 'waiting')
    await fillReferrals(owner, tenantId, REFERRALS)
    await owner.query({ name: '', text: hold }, [tenantId, WAITING])
    await tidyUp(owner, ['referral'])
    const list =
      allLists().find((it) => it.name === 'referral.list') ?? expect.fail('the list is not registered')
    const byAmount = list.sorts?.amountAtStake ?? expect.fail('the list is not sorted by amount')
    const asked = {
      'most at stake': pageStatement(list, [hasValue(byAmount)], 'newest', byAmount).text,
      'least at stake': pageStatement(list, [hasValue(byAmount)], 'oldest', byAmount).text,
      'waiting longest': pageStatement(list, conditionsOf(list, { waitsFor: 'DECISION' }, 0), 'oldest').text,
    }
    for (const [name, text] of Object.entries(asked)) {
      expect.soft(await blocksOf(text, [tenantId, PAGE]), name).toBeLessThan(MAX_BLOCKS)
    }
    const reminder = allStatements().find((it) => it.name === 'referral.to_remind')?.text ?? ''
    const until = new Date(START + REFERRALS).toISOString()
    const first = [until, new Date(0).toISOString(), '00000000-0000-0000-0000-000000000000', PAGE]
    expect(await blocksOf(reminder, [tenantId, ...first])).toBeLessThan(MAX_BLOCKS)
    // Of all but one staff were reminded already.
    await owner.query({ name: '', text: remind }, [tenantId])
    await tidyUp(owner, ['referral'])
    // Where few pages hold dead rows, a vacuum leaves their entries in the index, and the first scan marks them.
    await blocksOf(reminder, [tenantId, ...first])
    expect(await blocksOf(reminder, [tenantId, ...first])).toBeLessThan(MAX_BLOCKS)
    if (isMeasuring) await measure()

    async function measure(): Promise<void> {
      const page = { limit: 50, cursor: null, countAll: false }
      const reads = {
        'page by amount': () => readReferralPage(ctx, tenantId, {}, { ...page, sort: 'amountAtStake' }),
        'page by time': () => readReferralPage(ctx, tenantId, { waitsFor: 'DECISION' }, page),
        totals: () => readReviewSummary(ctx, tenantId),
      }
      for (const [name, read] of Object.entries(reads)) {
        await read()
        const begunAt = performance.now()
        await read()
        console.info(`${name}: ${Math.round(performance.now() - begunAt)} ms`)
      }
    }
  },
  LIMIT_MS,
)

/** The first of each so many referrals waits, with an amount that says nothing of its age. */
const hold = `update app.referral r
  set referrer_moderation = 'PENDING', referrer_moderated_by = 'rule', referrer_moderated_at = r.started_at,
    review_since = r.started_at, at_stake_minor = abs(hashtext(r.id::text)) % 5000
  from (
    select x.id, row_number() over (order by x.id) as place, count(*) over () as all_of_them
    from app.referral x
    where x.tenant_id = $1
  ) as placed
  where r.tenant_id = $1 and r.id = placed.id and placed.place % (placed.all_of_them / $2::int) = 0`

const remind = `update app.referral r set reminded_at = now()
  where r.tenant_id = $1 and r.review_since is not null
    and r.id <> (select max(x.id::text)::uuid from app.referral x where x.tenant_id = $1 and x.review_since is not null)`

/** How many blocks of 8 KiB a statement looks at, whether they are in memory or not. */
async function blocksOf(text: string, values: readonly unknown[]): Promise<number> {
  const [row] = await owner.query<{ 'QUERY PLAN': readonly { readonly Plan: Record<string, number> }[] }>(
    { name: '', text: `explain (analyze, buffers, format json) ${text}` },
    [...values],
  )
  const plan = row?.['QUERY PLAN'][0]?.Plan ?? expect.fail('no plan was returned')
  return Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks'])
}
