import { describe, expect, test } from 'vitest'
import { merchantAt } from '../../testing/merchant.ts'
import { signUser } from '../../testing/sign.ts'
import { StatisticsStory } from '../../testing/statistics/statistics-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, other } = service
const merchant = merchantAt(service.call, live)
const story = new StatisticsStory(service)

const figures = (id: string) => merchant.requestOk('GET', `/account/${id}/user/${id}_user/figures`)
const widget = (id: string, body = {}) =>
  service.call('POST', '/open/widget', { body: { account_id: id, user_id: `${id}_user`, ...body } })
const signed = (id: string) =>
  widget(id, { jwt: signUser(live.signingKey, { accountId: id, id: `${id}_user` }, service.clock.now) })

/** A friend of a code, who pays or leaves. */
async function friend(name: string, code: string, ...acts: readonly ('pay' | 'leave')[]): Promise<void> {
  await merchant.friend(name, code)
  for (const act of acts) await merchant[act](name)
}

const nothing = {
  clicks: 0,
  visitors: 0,
  inProgress: 0,
  converted: 0,
  ended: 0,
  saved: [],
  shared: [],
  nextReward: { friendsToGo: 1 },
  milestones: [],
  queued: null,
  rewardLimit: null,
  brought: [],
  yearlyRewards: [],
}

describe('figures of a referrer', () => {
  test('a user without friends has figures of nothing, and the next friend brings a reward', async () => {
    await merchant.user('new')
    expect(await figures('new')).toEqual(nothing)
  })

  test('clicks, friends by their present state and nothing of a colleague are counted', async () => {
    const code = await merchant.user('ann')
    const colleague = await merchant.requestOk('POST', '/user', { accountId: 'ann', id: 'colleague' })
    await friend('ann_tries', code)
    await friend('ann_pays', code, 'pay')
    await friend('ann_left', code, 'pay', 'leave')
    await friend('ann_never_paid', code, 'leave')
    await friend('of_colleague', String(colleague.referralCode), 'pay')
    const [row] = await story.query<{ id: string }>('select id from app.account_user where code = $1', [code])
    await story.click(live.alias, row?.id ?? '', 3)
    await story.settle()
    expect(await figures('ann')).toEqual({
      ...nothing,
      clicks: 3,
      visitors: 3,
      inProgress: 1,
      converted: 1,
      ended: 2,
    })
  })

  test('an account has saved what discounts took off its bills and what it redeemed, by currency', async () => {
    await merchant.user('saver')
    await service.setProgram({})
    await merchant.give('saver', { type: 'CREDIT', unit: 'EUR', credit: 500 })
    await merchant.give('saver', { type: 'CREDIT', unit: 'COFFEE', credit: 5 })
    await merchant.redeem('saver', 'EUR', 200)
    await merchant.redeem('saver', 'COFFEE', 5)
    const bills = [
      ['EUR', 300, 2700, 0, 'RIGHT', null],
      ['USD', 500, 0, 0, 'RIGHT', null],
      // Missing at first, and given back.
      ['USD', 0, 3000, 250, 'MENDED', 'REFUNDED'],
      // Its payment was voided, so nothing was paid or saved.
      ['USD', 900, 2100, 2100, 'RIGHT', null],
      ['USD', 100, 2900, 2900, 'MENDED', 'VOIDED'],
      // Too little is taken off, and nothing of it is given back yet.
      ['JPY', 40, 1000, 0, 'WRONG', null],
    ]
    for (const [index, values] of bills.entries()) {
      await story.query(
        `insert into app.processor_bill (tenant_id, id, account_id, subscription, period_start, transaction_id, billed_at, currency,
           price_minor, expected_minor, actual_minor, charged_minor, tax_minor, taxed_minor, refunds, is_disputed,
           refunded_minor, period_months, counted, is_voided, state,
           finding, resolution, seen_at)
         select a.tenant_id, gen_random_uuid(), a.id, md5('sub')::uuid, $2::text, 't', now(), $3::text, 3000, 300, $4, $5, 0, 0, '[]', false, $6,
           1, '[]', $8 is not distinct from 'VOIDED', $7, case when $7 <> 'RIGHT' then 'DISCOUNT_MISSING' end, $8, now()
         from app.account a where a.tenant_id = $1 and a.external_id = 'saver'`,
        [live.alias, `2026-0${index + 1}-01`, ...values],
      )
    }
    expect((await figures('saver')).saved).toEqual([
      { currency: 'EUR', amount: 5 },
      { currency: 'JPY', amount: 40 },
      { currency: 'USD', amount: 7.5 },
    ])
  })

  test('the limit on rewards is shown with how much of it is used, and beyond it no reward is next', async () => {
    const code = await merchant.user('capped')
    await service.setProgram({ maxReferrerRewards: 2 })
    await friend('capped_1', code, 'pay')
    expect(await figures('capped')).toMatchObject({
      nextReward: { friendsToGo: 1 },
      rewardLimit: { rewards: 1, maximum: 2 },
    })
    for (const name of ['capped_2', 'capped_3']) await friend(name, code, 'pay')
    expect(await figures('capped')).toMatchObject({
      converted: 3,
      nextReward: null,
      rewardLimit: { rewards: 2, maximum: 2 },
    })
    await service.setProgram({ active: false })
    expect(await figures('new')).toMatchObject({ nextReward: null })
    await service.setProgram({})
  })

  test('a signed call of the widget has the same figures without what friends paid, an unsigned one has none', async () => {
    const { brought, yearlyRewards, ...shown } = await figures('ann')
    expect([brought, yearlyRewards]).toEqual([[], []])
    expect((await signed('ann')).body.figures).toEqual(shown)
    expect((await widget('ann')).body.figures).toBeNull()
    expect((await widget('nobody_yet')).body.figures).toBeNull()
  })

  test('there are no figures of an unknown user, nor for the key of another tenant', async () => {
    for (const path of ['/account/ann/user/nobody/figures', '/account/nobody/user/ann_user/figures']) {
      expect((await merchant.request('GET', path)).body.apiErrorCode).toBe('USER_NOT_FOUND')
    }
    const path = '/account/ann/user/ann_user/figures'
    expect((await service.call('GET', path, { key: other.apiKey })).status).toBe(401)
    const elsewhere = await service.call('GET', path, { alias: other.alias, key: other.apiKey })
    expect(elsewhere.body.apiErrorCode).toBe('USER_NOT_FOUND')
  })
})
