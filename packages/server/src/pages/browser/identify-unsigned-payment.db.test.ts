import { addDays } from '@goodword/domain/values/interval'
import { describe, expect, test } from 'vitest'
import { merchantAt } from '../../testing/merchant.ts'
import { signUser } from '../../testing/sign.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, clock } = service
const merchant = merchantAt(service.call, live)

const identify = (id: string, fields: object) =>
  service.call('POST', '/open/identify', { body: { account_id: id, user_id: `${id}_user`, ...fields } })
const pay = (id: string, code?: string) => identify(id, { referral_code: code, account_status: 'PAID' })
const setProgram = async (settings: object) => {
  const { version } = await merchant.requestOk('GET', '/program')
  return merchant.requestOk('PUT', '/program', { ...settings, version })
}
const sideOf = async (friend: string) => {
  const { status, referrerModerationStatus, referrerReward, fraudSignals, reasons } =
    await merchant.referral(friend)
  return {
    status,
    side: referrerModerationStatus,
    isRewarded: referrerReward !== null,
    signals: (fraudSignals as { rule: string }[]).map((it) => it.rule),
    reasons,
  }
}
const given = { status: 'CONVERTED', side: 'APPROVED', isRewarded: true, reasons: [] }
const held = {
  status: 'CONVERTED',
  side: 'PENDING',
  isRewarded: false,
  signals: ['UNSIGNED_CONVERSION'],
  reasons: ['UNSIGNED_CONVERSION'],
}

test('twelve requests without a key take 30 % off the referrer’s bill, not 100', async () => {
  const code = await service.addUser('maker')
  for (let made = 1; made <= 12; made += 1) await pay(`made_up_${made}`, code)
  const { body } = await service.call('GET', '/account/maker/reward')
  expect(body).toMatchObject({ discountPercentage: 30, uncappedPercentage: 30 })
  expect(await sideOf('made_up_3')).toMatchObject({ ...given, signals: [] })
  expect(await sideOf('made_up_4')).toEqual(held)
  const friend = await service.call('GET', '/account/made_up_4/reward')
  expect(friend.body).toMatchObject({ referredDiscountPercent: 10 })
})

describe('the approval of a held side', () => {
  test.each<readonly [string, (friend: string) => Promise<unknown>]>([
    ['by the server’s accountsync', (friend) => merchant.sync(friend, { subscription: { status: 'PAID' } })],
    [
      'by a signed call',
      (friend) => {
        const user = { accountId: friend, id: `${friend}_user`, accountStatus: 'PAID' }
        return identify(friend, { jwt: signUser(live.signingKey, user, clock.now) })
      },
    ],
    [
      'by staff',
      async (friend) => merchant.moderate('APPROVE_REFERRER', String((await merchant.referral(friend)).id)),
    ],
  ])('a held side is approved %s, once', async (story, confirm) => {
    const name = story.replaceAll(/\W/g, '')
    const code = await service.addUser(name)
    for (const it of ['1', '2', '3', '4']) await pay(`${name}${it}`, code)
    expect(await sideOf(`${name}4`)).toEqual(held)
    await confirm(`${name}4`)
    expect(await sideOf(`${name}4`)).toMatchObject({ ...given, signals: ['UNSIGNED_CONVERSION'] })
    const before = await service.rows()
    await confirm(`${name}4`)
    await pay(`${name}4`)
    expect(await service.rows()).toEqual(before)
  })
})

test('the timeline says why the side waits, and who ended it', async () => {
  const code = await service.addUser('told')
  for (const it of ['told1', 'told2', 'told3', 'told4']) await pay(it, code)
  await merchant.sync('told4', { subscription: { status: 'PAID' } })
  const { body } = await service.call('GET', '/account/told4/timeline')
  const events = (body.events as { type: string; reason: string }[]).map(
    ({ type, reason }) => `${type} ${reason}`,
  )
  expect(events).toEqual(
    expect.arrayContaining([
      'referral.flagged UNSIGNED_CONVERSION',
      'referral.moderated UNSIGNED_CONVERSION',
      'referral.moderated PAYMENT_CONFIRMED',
    ]),
  )
})

test('the limit has no room again while the rewards are valid, and has after one was cancelled or all have ended', async () => {
  // Only the limit is looked at.
  await service.setProgram({ fraudRules: [{ rule: 'REVIVED_REFERRER', mode: 'off' }] })
  const code = await service.addUser('monthly')
  for (const it of ['1', '2', '3', '4']) await pay(`monthly${it}`, code)
  clock.now = addDays(clock.now, 300)
  await pay('monthly5', code)
  expect([await sideOf('monthly4'), await sideOf('monthly5')]).toEqual([held, held])
  const { id } = (await merchant.referral('monthly1')).referrerReward as { id: string }
  await merchant.requestOk('POST', `/reward/${id}/cancel`)
  for (const it of ['monthly6', 'monthly7']) await pay(it, code)
  expect(await sideOf('monthly6')).toMatchObject(given)
  expect(await sideOf('monthly7')).toEqual(held)
  clock.now = addDays(clock.now, 366)
  await pay('monthly8', code)
  expect(await sideOf('monthly8')).toMatchObject(given)
})

describe('the settings of the program', () => {
  test('a program has a limit of three by default, and what is left out takes its default', async () => {
    expect(await setProgram({})).toMatchObject({ unsignedConversions: { mode: 'limit', limit: 3 } })
    expect(await setProgram({ unsignedConversions: { limit: 1 } })).toMatchObject({
      unsignedConversions: { mode: 'limit', limit: 1 },
    })
    expect(await setProgram({ unsignedConversions: { mode: 'hold', limit: null } })).toMatchObject({
      unsignedConversions: { mode: 'hold', limit: 3 },
    })
  })

  test.each([
    ['trust', [given, given]],
    ['hold', [held, held]],
  ])('the program decides what an unsigned payment does: %s', async (mode, sides) => {
    await setProgram({ unsignedConversions: { mode, limit: 0 } })
    const code = await service.addUser(mode)
    for (const [index, side] of sides.entries()) {
      await pay(`${mode}${index}`, code)
      expect(await sideOf(`${mode}${index}`)).toMatchObject(side)
    }
  })

  test('a payment that the program ignores is shown, converts and closes nothing, and a repeat writes nothing', async () => {
    await setProgram({ unsignedConversions: { mode: 'ignore' } })
    const code = await service.addUser('ignorer')
    await pay('ignored', code)
    expect(await merchant.requestOk('GET', '/account/ignored')).toMatchObject({
      subscription: { status: 'PAID' },
      referral: { status: 'IN_PROGRESS' },
    })
    await pay('ignored_too')
    const before = await service.rows()
    await pay('ignored', code)
    await pay('ignored_too')
    expect(await service.rows()).toEqual(before)
    await merchant.sync('ignored_too', { referral: { code } })
    for (const friend of ['ignored', 'ignored_too']) {
      await merchant.sync(friend, { subscription: { status: 'PAID' } })
      expect(await sideOf(friend)).toMatchObject(given)
    }
  })

  test('trial, free and cancelled of a browser change nothing', async () => {
    await setProgram({})
    const code = await service.addUser('statuses')
    await identify('friend_of_statuses', { referral_code: code })
    const before = await service.rows()
    for (const account_status of ['TRIAL', 'FREE', 'CANCELLED']) {
      await identify('friend_of_statuses', { account_status })
    }
    expect(await service.rows()).toEqual(before)
  })
})
