import type { ProgramSettings } from '@goodword/contract/program/program'
import { beforeEach, describe, expect, test } from 'vitest'
import { contentOf, exportNow } from '../../testing/exported-files.ts'
import { entriesOf, merchantAt } from '../../testing/merchant.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, clock } = service
const merchant = merchantAt(service.call, live)
const elsewhere = merchantAt(await service.anotherProcess(), live)

const credit = { type: 'CREDIT', unit: 'EUR', credit: 500 } as const
const percentage = { type: 'PCT_DISCOUNT', discountPercent: 15, monthsDiscountIsValid: 3 } as const
const milestones = [
  { friends: 2, reward: credit },
  { friends: 3, reward: percentage },
]

const settings: ProgramSettings = { referrerReward: null, milestones }
beforeEach(() => service.setProgram(settings))

/** A referrer with paying friends. */
async function referrer(id: string, friends: number): Promise<string> {
  const code = await merchant.user(id)
  for (let friend = 1; friend <= friends; friend += 1) await pays(`${id}_${friend}`, code)
  return code
}

async function pays(id: string, code: string): Promise<void> {
  await merchant.friend(id, code)
  await merchant.pay(id)
}

async function rewards(id: string) {
  const list = await merchant.requestOk('GET', `/rewards?accountId=${id}`)
  return entriesOf(list.rewards).toReversed()
}

const states = async (id: string) =>
  (await rewards(id)).map((it) => `${it.milestoneFriends} ${it.rewardSource} ${it.statuses}`)
const figures = (id: string) => merchant.requestOk('GET', `/account/${id}/user/${id}_user/figures`)

describe('the setting', () => {
  test.each([
    ['the same number twice', [2, 2], 'milestones.1.friends'],
    ['a smaller number after a greater', [3, 2], 'milestones.1.friends'],
    ['no friends', [0], 'milestones.0.friends'],
    ['too many friends', [10_001], 'milestones.0.friends'],
    ['more than ten milestones', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 'milestones'],
  ])('milestones with %s are refused at their field', async (_story, friends, param) => {
    const { version } = await merchant.requestOk('GET', '/program')
    const body = { version, milestones: friends.map((it) => ({ friends: it, reward: credit })) }
    const refused = await merchant.request('PUT', '/program', body)
    expect(refused).toMatchObject({ status: 400, body: { apiErrorCode: 'VALIDATION_FAILED', param } })
  })
})

describe('the reward', () => {
  test('a referrer gets each milestone once, as credit and as discount, and sees it in figures and balances', async () => {
    const code = await referrer('ann', 1)
    expect(await rewards('ann')).toEqual([])
    expect(await figures('ann')).toMatchObject({
      nextReward: { friendsToGo: 1 },
      milestones: [
        { friends: 2, reached: false },
        { friends: 3, reached: false },
      ],
    })
    await pays('ann_second', code)
    await pays('ann_third', code)
    await pays('ann_fourth', code)
    expect(await rewards('ann')).toMatchObject([
      { ...credit, rewardSource: 'MILESTONE', milestoneFriends: 2, referralId: null, userId: 'ann_user' },
      { ...percentage, rewardSource: 'MILESTONE', milestoneFriends: 3, statuses: ['AVAILABLE'] },
    ])
    expect(await merchant.credit('ann', 'EUR')).toBe(500)
    expect(await merchant.discount('ann')).toMatchObject({
      discountPercentage: 15,
      referrerDiscountPercent: 15,
    })
    expect(await figures('ann')).toMatchObject({
      nextReward: null,
      milestones: [
        { friends: 2, reached: true, reward: credit },
        { friends: 3, reached: true, reward: percentage },
      ],
    })
  })

  test('friends who pay at the same moment in two processes reach each milestone once', async () => {
    const codes = await Promise.all(['eve', 'fay', 'gus'].map((id) => merchant.user(id)))
    const friends = codes.flatMap((code, of) =>
      [0, 1, 2, 3, 4, 5].map((index) => ({ id: `race_${of}_${index}`, code })),
    )
    for (const { id, code } of friends) await merchant.friend(id, code)
    await Promise.all(friends.map(({ id }, index) => (index % 2 === 0 ? merchant : elsewhere).pay(id)))
    for (const id of ['eve', 'fay', 'gus']) {
      expect((await states(id)).sort()).toEqual(['2 MILESTONE AVAILABLE', '3 MILESTONE AVAILABLE'])
    }
  })

  test('a friend whose referrer’s side is denied counts no more, and again once it is approved', async () => {
    await referrer('hal', 2)
    const referral = await merchant.referral('hal_2')
    await merchant.moderate('DENY_REFERRER', String(referral.id))
    expect(await states('hal')).toEqual(['2 MILESTONE CANCELLED'])
    expect(await merchant.credit('hal', 'EUR')).toBe(0)
    await merchant.moderate('APPROVE_REFERRER', String(referral.id))
    expect(await states('hal')).toEqual(['2 MILESTONE AVAILABLE'])
    expect(await merchant.credit('hal', 'EUR')).toBe(500)
    const { events } = await merchant.requestOk('GET', '/account/hal/timeline')
    const about = entriesOf(events).filter((it) => String(it.type).startsWith('reward.'))
    expect(about.map((it) => `${it.type} ${it.reason}`).toReversed()).toEqual([
      'reward.created MILESTONE_REACHED',
      'reward.cancelled MILESTONE_LOST',
      'reward.restored MILESTONE_REACHED',
    ])
  })

  test('a void takes a milestone back, and what was cancelled by hand does not come back', async () => {
    await referrer('ivy', 2)
    await merchant.requestOk('POST', '/payments/reversal', {
      accountId: 'ivy_2',
      kind: 'VOID',
      reference: 'void_1',
    })
    expect(await states('ivy')).toEqual(['2 MILESTONE CANCELLED'])
    const code = await referrer('joy', 2)
    const [reward] = await rewards('joy')
    await merchant.requestOk('POST', `/reward/${reward?.id}/cancel`, {})
    const { id } = await merchant.referral('joy_2')
    await merchant.moderate('DENY_REFERRER', String(id))
    await merchant.moderate('APPROVE_REFERRER', String(id))
    expect(await states('joy')).toEqual(['2 MILESTONE CANCELLED'])
    await pays('joy_3', code)
    expect(await states('joy')).toEqual(['2 MILESTONE CANCELLED', '3 MILESTONE AVAILABLE'])
  })

  test('a hold delays a milestone as it delays other rewards of referrers', async () => {
    await service.setProgram({ ...settings, referrerHoldDays: 10 })
    await referrer('kim', 2)
    expect(await rewards('kim')).toMatchObject([
      { statuses: ['PENDING'], dateScheduledFor: clock.now + 10 * 86_400_000, dateGiven: null },
    ])
  })

  test('a referrer who had passed a milestone before it was set has only those that follow', async () => {
    await service.setProgram({ referrerReward: null })
    const code = await referrer('lea', 2)
    await service.setProgram(settings)
    expect(await figures('lea')).toMatchObject({ milestones: [{ friends: 3, reached: false }] })
    await pays('lea_3', code)
    expect(await states('lea')).toEqual(['3 MILESTONE AVAILABLE'])
  })

  test('a reward follows its friends in every process after the milestones were removed, and keeps its terms', async () => {
    await referrer('mia', 3)
    const [second, third] = [await merchant.referral('mia_2'), await merchant.referral('mia_3')]
    const doubled = milestones.map((it) => ({ ...it, reward: { ...credit, credit: 1000 } }))
    await service.setProgram({ ...settings, milestones: doubled })
    expect(await figures('mia')).toMatchObject({ milestones: [{ reward: credit }, { reward: percentage }] })
    await service.setProgram({ referrerReward: null })
    await merchant.moderate('DENY_REFERRER', String(third.id))
    await elsewhere.moderate('DENY_REFERRER', String(second.id))
    expect(await states('mia')).toEqual(['2 MILESTONE CANCELLED', '3 MILESTONE CANCELLED'])
    await elsewhere.moderate('APPROVE_REFERRER', String(second.id))
    expect(await states('mia')).toEqual(['2 MILESTONE AVAILABLE', '3 MILESTONE CANCELLED'])
    expect(await merchant.credit('mia', 'EUR')).toBe(500)
    expect(await figures('mia')).toMatchObject({ milestones: [], nextReward: null })
  })

  test('exports have the source, and the number of friends', async () => {
    const file = await exportNow(service.ctx, live.alias, { kind: 'rewards', format: 'ndjson' })
    const lines = (await contentOf(service.ctx, live.alias, file)).split('\n').filter((it) => it !== '')
    const ofAnn = lines.map((it) => JSON.parse(it)).filter((it) => it.accountId === 'ann')
    expect(ofAnn).toMatchObject([{ milestoneFriends: 2 }, { milestoneFriends: 3 }])
    const balances = await exportNow(service.ctx, live.alias, { kind: 'balances', format: 'ndjson' })
    const text = await contentOf(service.ctx, live.alias, balances)
    expect(text).toContain('"rewardSource":"MILESTONE"')
  })
})
