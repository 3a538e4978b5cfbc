import { describe, expect, test } from 'vitest'
import { entriesOf, merchantAt } from '../../testing/merchant.ts'
import { addStaff, signedIn } from '../../testing/staff/team.ts'
import { startTestService } from '../../testing/test-service.ts'
import { brokenInvariants } from '../../testing/tracking/tracking-invariants.ts'

const service = await startTestService()
const { live, test: testMode, other, clock } = service
const merchant = merchantAt(service.call, live)
const secondProcess = merchantAt(await service.anotherProcess(), live)
const { request, requestOk } = merchant

const DAY_MS = 86_400_000
const euros = { type: 'CREDIT', unit: 'EUR', credit: 500 } as const
const cancel = (id: unknown, body?: object) =>
  request('POST', `/reward/${encodeURIComponent(String(id))}/cancel`, body)
const holds = () => brokenInvariants(service.owner, live.alias)

describe('POST reward/{id}/cancel', () => {
  test('the endpoint takes a credit back, once: a repeat returns the same and writes nothing', async () => {
    await merchant.user('ann')
    const given = await merchant.give('ann', euros)
    clock.now += DAY_MS
    const { status, body } = await cancel(given.id)
    expect([status, body]).toEqual([200, { ...given, statuses: ['CANCELLED'], dateCancelled: clock.now }])
    expect(await merchant.credit('ann', 'EUR')).toBe(0)
    const before = await service.rows()
    clock.now += DAY_MS
    expect(await cancel(given.id)).toMatchObject({ status: 200, body })
    expect(await service.rows()).toEqual(before)
    const { events } = await requestOk('GET', '/account/ann/timeline')
    expect(entriesOf(events)[0]).toMatchObject({ type: 'reward.cancelled', rewardId: given.id })
  })

  test('the timeline keeps who cancelled a reward, and why if they said so', async () => {
    await merchant.user('why')
    const reasons: readonly (readonly [object | undefined, string | null])[] = [
      [undefined, null],
      [{}, null],
      [{ reason: null }, null],
      [{ reason: ' Given <b>twice</b> ' }, 'Given <b>twice</b>'],
    ]
    for (const [body] of reasons) {
      expect(await cancel((await merchant.give('why', euros)).id, body)).toMatchObject({ status: 200 })
    }
    const owner = await addStaff(service.ctx, live, 'owner')
    const browser = await signedIn(service.app, owner.email)
    const byStaff = await merchant.give('why', euros)
    const path = `/api/v1/${live.alias}/reward/${byStaff.id}/cancel`
    await browser.request('POST', path, { body: { reason: 'Left the team' } })
    const { events } = await requestOk('GET', '/account/why/timeline?limit=100')
    const [latest, ...others] = entriesOf(events).filter((it) => it.type === 'reward.cancelled')
    const author = `staff ${owner.staffId} ${owner.email}`
    expect(latest).toMatchObject({ actor: 'staff', author, note: 'Left the team' })
    expect(others.map((it) => it.note).reverse()).toEqual(reasons.map(([, note]) => note))
    for (const it of others) {
      expect(it).toMatchObject({ actor: 'server', author: expect.stringMatching(/^key /) })
    }
  })

  test('a cancellation with a malformed reason is refused, and a key names one request with or without an empty body', async () => {
    await merchant.user('picky')
    const { id } = await merchant.give('picky', euros)
    for (const reason of ['', ' ', 'a\0b', 5, 'x'.repeat(501)]) {
      const refused = await cancel(id, { reason })
      expect([refused.status, refused.body.param]).toEqual([400, 'reason'])
    }
    expect(await merchant.credit('picky', 'EUR')).toBe(500)
    const keyed = (body?: object) => request('POST', `/reward/${id}/cancel`, body, 'cancel-picky')
    expect([(await keyed()).status, (await keyed({})).status]).toEqual([200, 200])
    expect((await keyed({ reason: 'Another request' })).status).toBe(422)
  })

  test('a cancellation of a credit takes back what is not spent', async () => {
    await merchant.user('spender')
    const given = await merchant.give('spender', { ...euros, monthsCreditIsValid: 12 })
    await merchant.redeem('spender', 'EUR', 120)
    expect((await cancel(given.id)).body).toMatchObject({ redeemedCredit: 120, statuses: ['CANCELLED'] })
    expect(await merchant.credit('spender', 'EUR')).toBe(0)
    expect(await holds()).toEqual([])
  })

  test('a cancellation of a reward that is to come keeps it from coming', async () => {
    await merchant.user('planned')
    const dateScheduledFor = clock.now + DAY_MS
    const given = await merchant.give('planned', euros, { dateScheduledFor })
    expect((await cancel(given.id)).body).toMatchObject({ statuses: ['CANCELLED'], dateGiven: null })
    clock.now = dateScheduledFor
    expect(await merchant.credit('planned', 'EUR')).toBe(0)
    expect(await holds()).toEqual([])
  })

  test('a cancellation of a percentage of either side stops it at once, and the referral goes on', async () => {
    const code = await merchant.user('alice')
    await merchant.friend('bob', code)
    await merchant.pay('bob')
    const { referrerReward, referredReward } = await merchant.referral('bob')
    await cancel(Object(referrerReward).id)
    expect(await merchant.discount('alice')).toMatchObject({ discountPercentage: 0 })
    expect(await merchant.discount('bob')).toMatchObject({ discountPercentage: 10 })
    await cancel(Object(referredReward).id)
    expect(await merchant.discount('bob')).toMatchObject({ discountPercentage: 0 })
    expect(await merchant.referral('bob')).toMatchObject({ status: 'CONVERTED' })
    expect(await holds()).toEqual([])
  })

  test('a cancellation before the conversion keeps the friend’s side without a reward after it', async () => {
    await merchant.friend('early', await merchant.user('early_referrer'))
    const { referredReward } = await merchant.referral('early')
    await cancel(Object(referredReward).id)
    await merchant.pay('early')
    expect(await merchant.discount('early')).toMatchObject({ discountPercentage: 0 })
    expect(await merchant.discount('early_referrer')).toMatchObject({ discountPercentage: 10 })
    expect(await holds()).toEqual([])
  })

  test('a cancellation of a reward that is used up or expired is 400, and stores nothing', async () => {
    await merchant.user('late')
    const spent = await merchant.give('late', euros)
    await merchant.redeem('late', 'EUR', 500)
    const expired = await merchant.give('late', euros, { dateExpires: clock.now + 1 })
    clock.now += 1
    const before = await service.rows()
    for (const { id } of [spent, expired]) {
      expect((await cancel(id)).body).toMatchObject({
        statusCode: 400,
        apiErrorCode: 'REWARD_NOT_CANCELLABLE',
        param: 'rewardId',
      })
    }
    expect(await service.rows()).toEqual(before)
  })

  test('a cancellation of a reward that is unknown to the tenant is 404', async () => {
    const elsewhere = merchantAt(service.call, other)
    await elsewhere.user('ann')
    const { id: foreign } = await elsewhere.give('ann', euros)
    const { id: ours } = await merchant.give('ann', euros)
    const unknown = ['019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f', 'x', '\u0000', '..x', 'x'.repeat(300), foreign]
    for (const id of unknown) {
      expect((await cancel(id)).body).toMatchObject({ statusCode: 404, apiErrorCode: 'REWARD_NOT_FOUND' })
    }
    expect((await merchantAt(service.call, testMode).request('POST', `/reward/${ours}/cancel`)).status).toBe(
      404,
    )
  })

  test('a reward that is cancelled many times at once by two processes is cancelled once', async () => {
    await merchant.user('busy')
    const { id } = await merchant.give('busy', euros)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 === 0 ? merchant : secondProcess).request('POST', `/reward/${id}/cancel`),
      ),
    )
    expect(new Set(answers.map((it) => JSON.stringify([it.status, it.body]))).size).toBe(1)
    expect(await holds()).toEqual([])
  })

  test('a cancellation racing with the friend’s leaving and with moderation keeps ledger and rewards in step', async () => {
    const code = await merchant.user('contested')
    const friends = Array.from({ length: 8 }, (_, index) => `contested_${index}`)
    for (const friend of friends) {
      await merchant.friend(friend, code)
      await merchant.pay(friend)
    }
    const referrals = await Promise.all(friends.map((it) => merchant.referral(it)))
    clock.step = 1
    await Promise.all(
      referrals.flatMap(({ id, referrerReward, referredReward }, index) => [
        cancel(Object(referrerReward).id),
        secondProcess.moderate('DENY', String(id)),
        cancel(Object(referredReward).id),
        merchant.leave(friends[index] ?? ''),
      ]),
    )
    clock.step = 0
    expect(await merchant.discount('contested')).toMatchObject({ uncappedPercentage: 0 })
    for (const friend of friends) {
      expect(await merchant.discount(friend)).toMatchObject({ uncappedPercentage: 0 })
    }
    expect(await holds()).toEqual([])
  })
})
