import { expect, test } from 'vitest'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

type Row = { readonly id: string; readonly referredAccountId: string }

async function page(query: string) {
  const { body } = await service.call('GET', `/referrals?${query}`)
  const rows = body.referrals as Row[]
  return { ids: rows.map((it) => it.referredAccountId), rows, next: body.nextCursor, total: body.totalCount }
}

test('the queue of what waits is read from its oldest on, and what is decided leaves it', async () => {
  const code = await service.addUser('ann')
  const friends = ['f1', 'f2', 'f3', 'f4', 'f5']
  for (const id of friends) {
    service.clock.now += 1000
    await service.call('POST', '/accountsync', { body: { id, referral: { code } } })
  }
  expect((await page('order=OLDEST')).ids).toEqual(friends)
  expect((await page('order=OLDEST&referringAccountId=ann&status=IN_PROGRESS')).ids).toEqual(friends)
  expect((await page('order=NEWEST')).ids).toEqual(friends.toReversed())

  const { rows } = await page('order=OLDEST')
  const decide = async (wanted: Readonly<Record<string, string>>) => {
    const actions = rows.flatMap(({ id, referredAccountId }) => {
      const action = wanted[referredAccountId]
      return action === undefined ? [] : [{ referralId: id, action }]
    })
    return service.call('POST', '/referrals/moderate', { body: { actions } })
  }
  await decide({ f1: 'DENY', f2: 'PEND', f3: 'PEND_REFERRER', f5: 'PEND_REFERRED' })
  const queue = 'moderationStatus=PENDING&order=OLDEST'
  const first = await page(`${queue}&limit=2`)
  expect([first.ids, first.total]).toEqual([['f2', 'f3'], 3])
  const second = await page(`${queue}&limit=2&cursor=${String(first.next)}`)
  expect([second.ids, second.next]).toEqual([['f5'], null])

  // Each decision can be taken back by another one.
  await decide({ f2: 'APPROVE', f3: 'DENY' })
  expect((await page(queue)).ids).toEqual(['f5'])
  await decide({ f1: 'PEND', f2: 'PEND', f3: 'PEND' })
  expect((await page(queue)).ids).toEqual(['f1', 'f2', 'f3', 'f5'])
  const { status, body } = await service.call('GET', '/referrals?order=ANY')
  expect([status, body.param]).toEqual([400, 'order'])
})
