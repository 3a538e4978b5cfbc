import { describe, expect, test } from 'vitest'
import { entriesOf, merchantAt } from '../../testing/merchant.ts'
import { signUser } from '../../testing/sign.ts'
import { BASE_URL, startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, other } = service
const merchant = merchantAt(service.call, live)

const idsOf = (id: string) => ({ account_id: id, user_id: `${id}_user` })
const tokenOf = (id: string, key = live.signingKey) =>
  signUser(key, { accountId: id, id: `${id}_user` }, service.clock.now)
const load = (id: string, body = {}, query = '') =>
  service.call('POST', `/open/widget${query}`, { body: { ...idsOf(id), ...body } })
const loadSigned = (id: string, query = '') => load(id, { jwt: tokenOf(id) }, query)

/** A referrer with a friend who pays, one who tries, and one who left. */
async function referrer(id: string): Promise<string> {
  const code = await merchant.user(id, { firstName: 'Ann', email: `${id}@example.com` })
  for (const friend of ['pays', 'tries', 'left']) {
    const account = `${id}_${friend}`
    const fields = { firstName: 'Zoë', lastName: 'Quist', email: `${account}@secret.example` }
    await merchant.user(account, fields)
    await merchant.sync(account, { subscription: { status: 'TRIAL' }, referral: { code } })
  }
  await merchant.pay(`${id}_pays`)
  await merchant.leave(`${id}_left`)
  return code
}

const summary = (it: Readonly<Record<string, unknown>>) => [it.status, it.friendName, it.reason]

test('a referrer reads no name of a friend whose code only unsigned calls named, before that friend pays', async () => {
  const code = await merchant.user('curious', { firstName: 'Eve' })
  await merchant.user('7001', { firstName: 'Maria', lastName: 'Keller' })
  await load('7001', { referral_code: code })
  const friendOf = async () => {
    const { referrals } = (await loadSigned('curious')).body.referrals as { referrals: object[] }
    return referrals
  }
  expect(await friendOf()).toMatchObject([{ status: 'IN_PROGRESS', friendName: null }])
  await merchant.pay('7001')
  expect(await friendOf()).toMatchObject([{ status: 'CONVERTED', friendName: 'Maria K.' }])
})

describe('an unsigned call', () => {
  test('an unsigned call gets code, links and offer, in the same shape for all stored data', async () => {
    const code = await referrer('plain')
    const known = await load('plain')
    const fresh = await load('nobody_yet')
    expect(known.status).toBe(200)
    expect(known.body).toMatchObject({
      referralCode: code,
      shareLinks: { direct: `${BASE_URL}/r/acme/${code}`, email: `${BASE_URL}/r/acme/${code}?via=email` },
      program: { currency: 'USD', theme: {}, texts: {}, referrerReward: { type: 'PCT_DISCOUNT' } },
      referrals: null,
      rewards: null,
      balances: null,
      discount: null,
    })
    const plain = (body: object, id: string, own: unknown) =>
      JSON.stringify(body).replaceAll(id, 'ID').replaceAll(String(own), 'CODE')
    expect(plain(known.body, 'plain', code)).toBe(plain(fresh.body, 'nobody_yet', fresh.body.referralCode))
  })

  test('an unsigned call learns why the code does not work: the program is off, or the code is disabled or expired', async () => {
    const code = await merchant.user('faulty')
    const faultOf = async () => (await load('faulty')).body.codeFault
    expect(await faultOf()).toBeNull()
    await merchant.request('PUT', `/code/${code}`, { dateExpires: 1 })
    expect(await faultOf()).toBe('CODE_EXPIRED')
    await merchant.request('PUT', `/code/${code}`, { disabled: true })
    expect(await faultOf()).toBe('CODE_DISABLED')
    await service.setProgram({ active: false })
    expect(await faultOf()).toBe('PROGRAM_INACTIVE')
    await service.setProgram({})
  })

  test('an unsigned call identifies, so that everyone who opens the widget has a code', async () => {
    const { body } = await load('opened', { first_name: 'Bob' })
    const user = await merchant.requestOk('GET', '/account/opened/user/opened_user')
    expect(user).toMatchObject({ firstName: 'Bob', referralCode: body.referralCode })
  })

  test('an unsigned call is refused where the program takes signed calls alone, and leaves nothing', async () => {
    await service.setProgram({ requireSignedIdentification: true })
    const before = await service.rows()
    expect((await load('unsigned')).body).toMatchObject({
      statusCode: 401,
      apiErrorCode: 'SIGNATURE_REQUIRED',
    })
    expect(await service.rows()).toEqual(before)
    expect((await loadSigned('signed')).status).toBe(200)
    await service.setProgram({})
  })
})

describe('a signed call', () => {
  test('a signed call sees its own referrals with reasons and rewards, and of friends a first name and an initial', async () => {
    await referrer('ann')
    const { body } = await loadSigned('ann')
    const { referrals, ...list } = Object(body.referrals)
    expect(list).toEqual({ count: 3, totalCount: 3, nextCursor: null })
    expect(entriesOf(referrals).map(summary)).toEqual([
      ['ENDED', 'Zoë Q.', 'SUBSCRIPTION_CANCELLED'],
      ['IN_PROGRESS', 'Zoë Q.', 'AWAITING_PAYMENT'],
      ['CONVERTED', 'Zoë Q.', null],
    ])
    expect(referrals[2].reward).toMatchObject({ statuses: ['AVAILABLE'], discountPercent: 10 })
    expect(body.discount).toEqual({
      discountPercentage: 10,
      referredDiscountPercent: 0,
      referrerDiscountPercent: 10,
    })
    expect(JSON.stringify(body)).not.toMatch(/Quist|secret|ann_pays/)
  })

  test('a signed call sees balances and rewards of the account', async () => {
    await merchant.user('rich')
    await merchant.give('rich', { type: 'CREDIT', unit: 'EUR', credit: 500 })
    await merchant.redeem('rich', 'EUR', 200)
    const { body } = await loadSigned('rich')
    expect(body.balances).toEqual([{ unit: 'EUR', available: 300 }])
    expect(body.rewards).toMatchObject({ count: 1, rewards: [{ rewardSource: 'MANUAL', credit: 500 }] })
  })

  test('a signed call sees nothing of a colleague of the same account but what belongs to the account', async () => {
    await referrer('team')
    const jwt = signUser(live.signingKey, { accountId: 'team', id: 'colleague' }, service.clock.now)
    const { body } = await service.call('POST', '/open/widget', {
      body: { account_id: 'team', user_id: 'colleague', jwt },
    })
    expect(body.referrals).toMatchObject({ count: 0, referrals: [] })
    expect(body.rewards).toMatchObject({ count: 1 })
  })

  test('a signed call may come with a header', async () => {
    await referrer('header')
    const { body } = await service.call('POST', '/open/widget', {
      body: { account_id: 'header', user_id: 'header_user', locale: 'de' },
      headers: { authorization: `Bearer ${tokenOf('header')}` },
    })
    expect(body.referrals).toMatchObject({ count: 3 })
  })

  test.each(['PENDING', 'DENIED'])(
    'a signed call shows a side that is %s, but not which rule it failed',
    async (status) => {
      const id = `same_${status}`
      const code = await merchant.user(id, { email: `${id}@example.com` })
      const friend = `${id}_friend`
      await merchant.user(friend, { email: `${id}+2@example.com` })
      await merchant.sync(friend, { subscription: { status: 'TRIAL' }, referral: { code } })
      if (status === 'PENDING') await merchant.moderate('PEND', String((await merchant.referral(friend)).id))
      const { body } = await loadSigned(id)
      const [referral = {}] = entriesOf(Object(body.referrals).referrals)
      expect(referral).toMatchObject({
        reason: status === 'DENIED' ? 'NOT_APPROVED' : 'MODERATION',
        reward: null,
      })
      expect(JSON.stringify(body)).not.toContain('SAME_EMAIL')
    },
  )

  test('a signed call shows that a reward is on hold', async () => {
    await service.setProgram({ referrerHoldDays: 14 })
    await referrer('held')
    const { body } = await loadSigned('held')
    const converted = entriesOf(Object(body.referrals).referrals).find((it) => it.status === 'CONVERTED')
    expect(converted).toMatchObject({
      reason: 'REWARD_SCHEDULED',
      reward: { statuses: ['PENDING'], dateScheduledFor: expect.any(Number) },
    })
    await service.setProgram({})
  })

  test('a signed call of another program’s key, or for another user, is 401 and stores nothing', async () => {
    const before = await service.rows()
    for (const jwt of [tokenOf('ann', other.signingKey), tokenOf('bob'), 'x']) {
      const { body } = await load('ann', { jwt })
      expect(body).toMatchObject({ statusCode: 401, apiErrorCode: 'SIGNATURE_INVALID' })
    }
    expect(await service.rows()).toEqual(before)
  })
})

describe('pages', () => {
  test('the pages of referrals and of rewards follow one another without gap or repeat', async () => {
    const code = await merchant.user('many')
    for (let index = 0; index < 12; index += 1) {
      await merchant.sync(`many_${index}`, { subscription: { status: 'TRIAL' }, referral: { code } })
      await merchant.give('many', { type: 'CREDIT', unit: 'EUR', credit: index + 1 })
    }
    const { body: first } = await loadSigned('many')
    const [referrals, rewards] = [Object(first.referrals), Object(first.rewards)]
    expect(referrals).toMatchObject({ count: 10, totalCount: 12 })
    const query = `?referralsCursor=${referrals.nextCursor}&rewardsCursor=${rewards.nextCursor}`
    const { body: next } = await loadSigned('many', query)
    expect(next.referrals).toMatchObject({ count: 2, totalCount: 12, nextCursor: null })
    const ids = [...referrals.referrals, ...Object(next.referrals).referrals].map((it) => it.id)
    expect(new Set(ids).size).toBe(12)
    const credits = [...rewards.rewards, ...Object(next.rewards).rewards].map((it) => it.credit)
    expect(credits).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  test('pages behind a foreign cursor are 400, signed or not, and leave nothing', async () => {
    const before = await service.rows()
    for (const body of [{}, { jwt: tokenOf('stranger') }]) {
      for (const param of ['referralsCursor', 'rewardsCursor']) {
        const answer = await load('stranger', body, `?${param}=AAAA`)
        expect(answer.body).toMatchObject({ statusCode: 400, param })
      }
    }
    expect(await service.rows()).toEqual(before)
  })
})

describe('the program', () => {
  test('the program is shown with its looks and texts', async () => {
    const theme = { accentColor: '#aa0000', font: 'serif' } as const
    const texts = { de: { title: '<img src=x onerror=alert(1)>' } }
    await service.setProgram({ theme, texts })
    expect((await load('themed')).body.program).toMatchObject({ theme, texts })
    await service.setProgram({})
  })

  test('a program of an older kind, with looks and texts of any name, still works', async () => {
    await service.owner.query(
      {
        name: '',
        text: `update app.program set settings = settings || '{"theme":{"ink":"red"},"texts":{"headline":"Hi"}}'
          where tenant_id = 'acme'`,
      },
      [],
    )
    expect((await load('old')).body.program).toMatchObject({ theme: {}, texts: {} })
    expect(await merchant.requestOk('GET', '/program')).toMatchObject({ theme: {}, texts: {} })
    await service.setProgram({})
  })
})
