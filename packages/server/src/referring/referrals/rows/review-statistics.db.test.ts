import { expect, test } from 'vitest'
import { merchantAt } from '../../../testing/merchant.ts'
import { startTestService } from '../../../testing/test-service.ts'
import { readReviewStatistics } from './review-statistics.ts'

const service = await startTestService()
const { ctx, owner, live, test: rehearsal } = service
const DAY = 86_400

const sql = (text: string) => owner.query({ name: '', text }, [])

async function hold(tenant: typeof live, friend: string): Promise<string> {
  const merchant = merchantAt(service.call, tenant)
  const code = await merchant.user(`referrer_of_${friend}`)
  await merchant.friend(friend, code)
  const id = String((await merchant.referral(friend)).id)
  await merchant.moderate('PEND', id)
  return id
}

test('what waits for staff is counted with the oldest, of live and of test programs apart, until it is decided', async () => {
  const none = { referrals: 0, oldestSeconds: 0 }
  expect(await readReviewStatistics(ctx.db)).toEqual([
    { mode: 'live', ...none },
    { mode: 'test', ...none },
  ])
  const first = await hold(live, 'bob')
  const second = await hold(live, 'cyd')
  await hold(rehearsal, 'dan')
  await sql(`update referral set review_since = now() - interval '2 days' where id = '${first}'`)
  await sql(`update referral set review_since = now() - interval '1 day' where id = '${second}'`)
  const [ofLive, ofTest] = await readReviewStatistics(ctx.db)
  expect([ofLive?.referrals, ofTest?.referrals]).toEqual([2, 1])
  expect(Math.floor((ofLive?.oldestSeconds ?? 0) / DAY)).toBe(2)

  await merchantAt(service.call, live).moderate('APPROVE', first)
  const [later] = await readReviewStatistics(ctx.db)
  expect([later?.referrals, Math.floor((later?.oldestSeconds ?? 0) / DAY)]).toEqual([1, 1])

  // A tenant that is disabled decides nothing.
  await sql(`update tenant set disabled_at = now() where id = '${live.alias}'`)
  expect((await readReviewStatistics(ctx.db))[0]).toEqual({ mode: 'live', ...none })
})
