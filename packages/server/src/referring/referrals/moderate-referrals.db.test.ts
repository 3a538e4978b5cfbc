import { beforeAll, describe, expect, test } from 'vitest'
import { entriesOf, merchantAt } from '../../testing/merchant.ts'
import { startTestService } from '../../testing/test-service.ts'
import { brokenInvariants } from '../../testing/tracking/tracking-invariants.ts'

const service = await startTestService()
const { live, test: testMode, other, clock } = service
const merchant = merchantAt(service.call, live)
const secondProcess = merchantAt(await service.anotherProcess(), live)
const { request, requestOk } = merchant
const code = await merchant.user('alice')

const holds = () => brokenInvariants(service.owner, live.alias)
async function referred(name: string): Promise<string> {
  await merchant.friend(name, code)
  return String((await merchant.referral(name)).id)
}
/** The decisions of both sides of a referral after their approval. */
function approved() {
  const decision = expect.objectContaining({ by: 'STAFF', reason: 'STAFF_APPROVED', date: clock.now })
  return { referrerDecision: decision, referredDecision: decision }
}
const percentages = async (...ids: string[]) =>
  Promise.all(ids.map(async (id) => (await merchant.discount(id)).discountPercentage))

describe('POST referrals/moderate', () => {
  test.each([
    ['APPROVE', 'APPROVED', 'APPROVED'],
    ['DENY', 'DENIED', 'DENIED'],
    ['PEND', 'PENDING', 'PENDING'],
    ['APPROVE_REFERRER', 'APPROVED', 'PENDING'],
    ['DENY_REFERRER', 'DENIED', 'PENDING'],
    ['PEND_REFERRER', 'PENDING', 'PENDING'],
    ['APPROVE_REFERRED', 'PENDING', 'APPROVED'],
    ['DENY_REFERRED', 'PENDING', 'DENIED'],
    ['PEND_REFERRED', 'PENDING', 'PENDING'],
  ])('the action %s makes the referrer’s side %s and the friend’s %s', async (action, referrer, friend) => {
    const id = await referred(`sides_${action}`)
    await merchant.moderate('PEND', id)
    const { referrals } = await merchant.moderate(action, id)
    expect(referrals).toMatchObject([
      { id, referrerModerationStatus: referrer, referredModerationStatus: friend },
    ])
    expect([await merchant.referral(`sides_${action}`)]).toMatchObject(entriesOf(referrals))
  })

  test('denying takes both rewards back at once, approving again revives them, on the same terms', async () => {
    const single = await merchant.user('single')
    await merchant.friend('back', single)
    await merchant.pay('back')
    const before = await merchant.referral('back')
    const id = String(before.id)
    expect(await percentages('single', 'back')).toEqual([10, 10])
    clock.now += 86_400_000
    const { referrals } = await merchant.moderate('DENY', id)
    expect(referrals).toMatchObject([
      { status: 'CONVERTED', referrerReward: null, referredReward: null, reasons: ['MODERATION'] },
    ])
    expect(await percentages('single', 'back')).toEqual([0, 0])
    clock.now += 86_400_000
    await merchant.moderate('APPROVE', id)
    expect(await merchant.referral('back')).toEqual({ ...before, ...approved() })
    expect(await percentages('single', 'back')).toEqual([10, 10])
    expect(await holds()).toEqual([])
  })

  test('decisions of one millisecond each count, also when they undo each other', async () => {
    const single = await merchant.user('hasty')
    await merchant.friend('moment', single)
    await merchant.pay('moment')
    const before = await merchant.referral('moment')
    const id = String(before.id)
    for (const action of ['PEND', 'APPROVE', 'DENY', 'APPROVE', 'PEND', 'PEND'])
      await merchant.moderate(action, id)
    expect(await percentages('hasty', 'moment')).toEqual([0, 0])
    await merchant.moderate('APPROVE', id)
    expect(await merchant.referral('moment')).toEqual({ ...before, ...approved() })
    expect(await percentages('hasty', 'moment')).toEqual([10, 10])
    expect(await holds()).toEqual([])
  })

  test('a side denied before the conversion gets its reward when it is approved after it', async () => {
    const single = await merchant.user('patient')
    await merchant.friend('late', single)
    const { id } = await merchant.referral('late')
    await merchant.moderate('DENY', String(id))
    const convertedAt = clock.now
    await merchant.pay('late')
    expect(await percentages('patient', 'late')).toEqual([0, 0])
    clock.now += 40 * 86_400_000
    await merchant.moderate('APPROVE_REFERRER', String(id))
    expect(await percentages('patient', 'late')).toEqual([10, 0])
    await merchant.moderate('APPROVE', String(id))
    expect(await percentages('patient', 'late')).toEqual([10, 10])
    // The months of both sides begin at the conversion, not at the approval.
    const end = new Date(convertedAt).setUTCFullYear(new Date(convertedAt).getUTCFullYear() + 1)
    expect(await merchant.referral('late')).toMatchObject({
      referrerReward: { dateExpires: end, dateCreated: clock.now },
      referredReward: { dateExpires: new Date(end).setUTCHours(0, 0, 0, 0) },
    })
    expect(await holds()).toEqual([])
  })

  test('repeats and actions that change nothing write nothing', async () => {
    const id = await referred('repeated')
    const once = await merchant.moderate('DENY', id)
    const before = await service.rows()
    expect(await merchant.moderate('DENY', id, id)).toEqual(once)
    expect(await merchant.moderate('DENY_REFERRED', id)).toEqual(once)
    expect(await service.rows()).toEqual(before)
  })

  test('POST referrals/moderate takes the actions in their order and answers each referral once, in that order', async () => {
    const [one, two] = [await referred('order_1'), await referred('order_2')]
    const actions = [
      { referralId: two, action: 'DENY' },
      { referralId: one, action: 'PEND' },
      { referralId: two, action: 'APPROVE_REFERRED' },
      { referralId: one, action: 'DENY' },
      { referralId: one, action: 'APPROVE' },
    ]
    const { referrals } = await requestOk('POST', '/referrals/moderate', { actions })
    const shown = { referrerModerationStatus: 'DENIED', referredModerationStatus: 'APPROVED' }
    expect(referrals).toMatchObject([
      { id: two, ...shown },
      { id: one, referrerModerationStatus: 'APPROVED', referredReward: { statuses: ['AVAILABLE'] } },
    ])
    expect(await holds()).toEqual([])
  })

  test('an approval of an ended referral gives no percentage back', async () => {
    const id = await referred('gone')
    await merchant.pay('gone')
    await merchant.moderate('DENY', id)
    await merchant.leave('gone')
    await merchant.moderate('APPROVE', id)
    expect(await percentages('gone')).toEqual([0])
    expect(await holds()).toEqual([])
  })

  test('no rule touches what was decided by hand', async () => {
    const single = await merchant.user('mail', { email: 'same@example.com' })
    await merchant.friend('mail_friend', single)
    const { id } = await merchant.referral('mail_friend')
    await merchant.moderate('APPROVE_REFERRED', String(id))
    await merchant.user('mail_friend', { email: 'same@example.com' })
    expect(await merchant.referral('mail_friend')).toMatchObject({
      referredModerationStatus: 'APPROVED',
      referrerModerationStatus: 'DENIED',
      fraudSignals: [{ rule: 'SAME_EMAIL', shadow: false }],
    })
  })
})

describe('many referrals at once', () => {
  const ids: string[] = []
  beforeAll(async () => {
    for (let friend = 0; friend < 100; friend += 1) ids.push(await referred(`crowd_${friend}`))
    for (let friend = 0; friend < 50; friend += 1) await merchant.pay(`crowd_${friend}`)
  })

  test('a request may decide 100 referrals together, and they are found so', async () => {
    const { referrals } = await merchant.moderate('DENY', ...ids)
    expect(entriesOf(referrals).map((it) => it.id)).toEqual(ids)
    const denied = await requestOk('GET', '/referrals?moderationStatus=DENIED&limit=1000')
    expect(entriesOf(denied.referrals).map((it) => it.id)).toEqual(expect.arrayContaining(ids))
    await merchant.moderate('APPROVE', ...ids)
    expect(await holds()).toEqual([])
  })

  test('one unknown id among many changes nothing, and is named', async () => {
    const elsewhere = merchantAt(service.call, other)
    await elsewhere.friend('stranger', await elsewhere.user('host'))
    const { id: foreign } = await elsewhere.referral('stranger')
    const before = await service.rows()
    for (const unknown of ['019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f', 'nobody', '\u0000', foreign]) {
      const actions = [...ids.slice(0, 99), unknown].map((referralId) => ({ referralId, action: 'DENY' }))
      const { body } = await request('POST', '/referrals/moderate', { actions })
      expect(body).toMatchObject({
        statusCode: 404,
        apiErrorCode: 'REFERRAL_NOT_FOUND',
        param: 'actions.99.referralId',
      })
      expect(await service.rows()).toEqual(before)
    }
  })

  test.each([
    [{}, 'actions'],
    [{ actions: null }, 'actions'],
    [{ actions: [] }, 'actions'],
    [{ actions: {} }, 'actions'],
    [{ actions: [{ referralId: 'x' }] }, 'actions.0.action'],
    [{ actions: [{ action: 'DENY' }] }, 'actions.0.referralId'],
    [{ actions: [{ referralId: 'x', action: 'deny' }] }, 'actions.0.action'],
    [{ actions: [{ referralId: 5, action: 'DENY' }] }, 'actions.0.referralId'],
    [{ actions: Array.from({ length: 101 }, () => ({ referralId: 'x', action: 'DENY' })) }, 'actions'],
  ])('a wrong body is 400 (%#)', async (body, param) => {
    expect((await request('POST', '/referrals/moderate', body)).body).toMatchObject({
      statusCode: 400,
      param,
    })
  })

  test('the error for an empty list names the allowed number', async () => {
    const { body } = await request('POST', '/referrals/moderate', { actions: [] })
    expect(body.message).toContain('a list of 1 to 100 entries')
  })

  test('another mode’s referral is not found', async () => {
    const rehearsal = merchantAt(service.call, testMode)
    const actions = [{ referralId: ids[0], action: 'DENY' }]
    expect((await rehearsal.request('POST', '/referrals/moderate', { actions })).status).toBe(404)
  })
})

describe('races', () => {
  beforeAll(() => {
    clock.step = 1
  })

  test('denying and converting at once end denied and converted, without a reward', async () => {
    const racers = Array.from({ length: 12 }, (_, index) => `race_${index}`)
    const ids: string[] = []
    for (const racer of racers) ids.push(await referred(racer))
    await Promise.all(
      racers.flatMap((racer, index) => {
        const denying = () => secondProcess.moderate('DENY', ids[index] ?? '')
        const paying = () => merchant.pay(racer)
        return index % 2 === 0 ? [denying(), paying()] : [paying(), denying()]
      }),
    )
    for (const racer of racers) {
      expect(await merchant.referral(racer)).toMatchObject({
        status: 'CONVERTED',
        referrerModerationStatus: 'DENIED',
        referrerReward: null,
        referredReward: null,
      })
      expect(await percentages(racer)).toEqual([0])
    }
    expect(await holds()).toEqual([])
    await merchant.moderate('APPROVE', ...ids)
    expect(await percentages(...racers)).toEqual(racers.map(() => 10))
    expect(await holds()).toEqual([])
  })

  test('denying, leaving and approving at once by two processes keep ledger and referral in step', async () => {
    const racers = Array.from({ length: 8 }, (_, index) => `chaos_${index}`)
    const ids: string[] = []
    for (const racer of racers) {
      ids.push(await referred(racer))
      await merchant.pay(racer)
    }
    await Promise.all(
      racers.flatMap((racer, index) => {
        const id = ids[index] ?? ''
        return [merchant.moderate('DENY', id), secondProcess.moderate('APPROVE', id), merchant.leave(racer)]
      }),
    )
    expect(await percentages(...racers)).toEqual(racers.map(() => 0))
    expect(await holds()).toEqual([])
  })

  test('lists that name the same referrals in other orders do not block each other', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `knot_${index}`)
    const ids: string[] = []
    for (const name of names) ids.push(await referred(name))
    const backwards = ids.toReversed()
    await Promise.all(
      ['DENY', 'PEND', 'APPROVE'].flatMap((action) => [
        merchant.moderate(action, ...ids),
        secondProcess.moderate(action, ...backwards),
      ]),
    )
    const statuses = await Promise.all(names.map((it) => merchant.referral(it)))
    expect(new Set(statuses.map((it) => it.referrerModerationStatus)).size).toBe(1)
    expect(await holds()).toEqual([])
  })
})
