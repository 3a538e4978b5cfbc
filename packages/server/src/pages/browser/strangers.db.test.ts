import { describe, expect, test } from 'vitest'
import { merchantAt } from '../../testing/merchant.ts'
import { signUser } from '../../testing/sign.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, clock } = service
const merchant = merchantAt(service.call, live)

const identify = (account: string, user: string, fields: object = {}) =>
  service.call('POST', '/open/identify', { body: { account_id: account, user_id: user, ...fields } })
const guessed = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${1000 + index}`)
const pay = (id: string) => merchant.sync(id, { subscription: { status: 'PAID' } })
const signalsOf = (referral: Record<string, unknown>) =>
  (referral.fraudSignals as { rule: string }[]).map((it) => it.rule)

describe('a stranger who names one’s own code for thirty guessed accounts', () => {
  test('a stranger who guesses accounts earns nothing from those whose users the server creates and that it pays', async () => {
    const code = await service.addUser('taker')
    const accounts = guessed('created', 30)
    for (const it of accounts) await identify(it, 'made_up', { referral_code: code })
    for (const it of accounts) {
      await merchant.requestOk('POST', '/user', { accountId: it, id: `${it}_user` })
      await pay(it)
    }
    const { body } = await service.call('GET', '/account/taker/reward')
    expect(body).toMatchObject({ discountPercentage: 0, uncappedPercentage: 0 })
    for (const it of accounts) {
      const referral = await merchant.referral(it)
      expect(referral).toMatchObject({
        status: 'CONVERTED',
        referrerReward: null,
        reasons: ['UNCONFIRMED_USER'],
      })
      expect(signalsOf(referral)).toEqual(['UNCONFIRMED_USER'])
    }
  })

  test('a stranger’s code gives way to the code that the server names, whose owner earns all of it', async () => {
    const [taker, honest] = [await service.addUser('second_taker'), await service.addUser('honest')]
    const accounts = guessed('named', 5)
    for (const it of accounts)
      await identify(it, 'made_up', { referral_code: taker, account_status: 'TRIAL' })
    for (const it of accounts) {
      await merchant.requestOk('POST', '/user', { accountId: it, id: `${it}_user` })
      await merchant.sync(it, { subscription: { status: 'TRIAL' }, referral: { code: honest } })
      await pay(it)
    }
    const discount = async (id: string) => (await service.call('GET', `/account/${id}/reward`)).body
    expect(await discount('honest')).toMatchObject({ uncappedPercentage: 50 })
    expect(await discount('second_taker')).toMatchObject({ uncappedPercentage: 0 })
    const { body } = await service.call('GET', '/referrals?referredAccountId=named1000')
    expect(body.referrals).toMatchObject([
      { referralCodeUsed: honest, status: 'CONVERTED', referrerModerationStatus: 'APPROVED', reasons: [] },
      { referralCodeUsed: taker, status: 'ENDED', reasons: ['REPLACED_BY_SERVER'], referrerReward: null },
    ])
  })

  test('a stranger’s code is shown on the timeline, and nothing can be decided about what was replaced', async () => {
    const [taker, honest] = [await service.addUser('third_taker'), await service.addUser('third_honest')]
    await identify('replaced', 'made_up', { referral_code: taker })
    await merchant.sync('replaced', { referral: { code: honest } })
    const timeline = await merchant.requestOk('GET', '/account/replaced/timeline')
    const reasons = (timeline.events as { type: string; reason: string }[]).map(
      (it) => `${it.type} ${it.reason}`,
    )
    expect(reasons).toEqual(
      expect.arrayContaining(['referral.ended REPLACED_BY_SERVER', 'reward.cancelled REPLACED_BY_SERVER']),
    )
    const { body } = await service.call('GET', '/referrals?referringAccountId=third_taker')
    const [old] = body.referrals as { id: string }[]
    const before = await service.rows()
    const actions = [{ referralId: old?.id, action: 'APPROVE' }]
    const answer = await merchant.request('POST', '/referrals/moderate', { actions })
    expect(answer).toMatchObject({
      status: 400,
      body: { apiErrorCode: 'VALIDATION_FAILED', param: 'actions.0.referralId' },
    })
    expect(await service.rows()).toEqual(before)
  })
})

describe('a stranger’s one unsigned PAID', () => {
  test('a stranger’s one unsigned PAID closes no guessed account: the server’s code is taken, and both sides wait for staff', async () => {
    const [code, other] = [await service.addUser('referrer'), await service.addUser('other_referrer')]
    await identify('closed', 'made_up', { account_status: 'PAID' })
    await identify('closed', 'made_up', { referral_code: other })
    expect(await merchant.requestOk('GET', '/account/closed')).toMatchObject({ referral: null })
    await merchant.sync('closed', { subscription: { status: 'TRIAL' }, referral: { code } })
    await merchant.requestOk('POST', '/user', { accountId: 'closed', id: 'closed_user' })
    await pay('closed')
    const referral = await merchant.referral('closed')
    expect(referral).toMatchObject({
      status: 'CONVERTED',
      referralCodeUsed: code,
      referrerModerationStatus: 'PENDING',
      referredModerationStatus: 'PENDING',
      reasons: ['PAID_ON_PAGE_BEFORE'],
    })
    await merchant.moderate('APPROVE', String(referral.id))
    const { body } = await service.call('GET', '/account/closed/reward')
    expect(body).toMatchObject({ referredDiscountPercent: 10 })
    expect((await service.call('GET', '/account/referrer/reward')).body).toMatchObject({
      discountPercentage: 10,
    })
  })
})

describe('made-up friends of one code', () => {
  test('made-up friends are not among what staff have to decide, until the server knows a friend or a payment', async () => {
    const code = await service.addUser('flooded', { email: 'ada@example.com' })
    const friends = guessed('flood', 20)
    for (const it of friends) {
      await identify(it, 'made_up', { referral_code: code, account_status: 'PAID' })
      await identify(it, 'made_up', { email: 'ada@example.com' })
    }
    const waiting = async (what: string) => {
      const { body } = await service.call(
        'GET',
        `/referrals?waitsFor=${what}&referringAccountId=flooded&limit=100`,
      )
      return (body.referrals as { referredAccountId: string }[]).map((it) => it.referredAccountId)
    }
    expect(await waiting('DECISION')).toEqual([])
    const unconfirmed = await waiting('CONFIRMATION')
    expect(unconfirmed.length).toBeGreaterThanOrEqual(17)
    const kinds = async () => {
      const { items } = await merchant.requestOk('GET', '/attention')
      return (items as { kind: string; count: number }[]).map((it) => `${it.kind} ${it.count}`)
    }
    expect(await kinds()).toContain(`CONFIRMATION_WAITING ${unconfirmed.length}`)
    const [known = '', paid = ''] = unconfirmed
    await merchant.requestOk('POST', '/user', { accountId: known, id: 'made_up' })
    await pay(paid)
    expect(await waiting('CONFIRMATION')).toEqual(unconfirmed.slice(2))
    expect(await waiting('DECISION')).toContain(known)
  })
})

describe('a hundred made-up users of an account', () => {
  const usersOf = async (account: string) => {
    const ids: string[] = []
    let cursor = ''
    do {
      const { body } = await service.call('GET', `/users?accountId=${account}&limit=1000${cursor}`)
      ids.push(...(body.users as { id: string }[]).map((it) => it.id))
      cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`
    } while (cursor !== '')
    return ids
  }

  test('made-up users keep no colleague out: the oldest gives way, and the code that was shared still refers', async () => {
    await merchant.requestOk('POST', '/user', { accountId: 'crowded', id: 'from_server' })
    const made = Array.from({ length: 120 }, (_, index) => `user_${index}`)
    const first = await identify('crowded', 'user_first')
    const statuses = (await Promise.all(made.map((it) => identify('crowded', it)))).map(
      ({ status }) => status,
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    const colleague = await identify('crowded', 'colleague', { first_name: 'Carol' })
    expect(colleague.status).toBe(200)
    expect((await identify('crowded', 'colleague')).body.referralCode).toBe(colleague.body.referralCode)
    const users = await usersOf('crowded')
    expect(users).toHaveLength(101)
    expect(users).toEqual(expect.arrayContaining(['from_server', 'colleague']))
    expect(users).not.toContain('user_first')
    const code = String(first.body.referralCode)
    await merchant.sync('friend_of_crowded', { referral: { code } })
    expect(await merchant.referral('friend_of_crowded')).toMatchObject({ referringAccountId: 'crowded' })
  })

  test('made-up users do not displace a user that the server, a signed call or a conversion has confirmed', async () => {
    await identify('kept', 'from_page')
    await merchant.requestOk('POST', '/user', { accountId: 'kept', id: 'from_page' })
    const jwt = signUser(live.signingKey, { accountId: 'kept', id: 'signed' }, clock.now)
    await identify('kept', 'signed', { jwt })
    const { body } = await identify('kept', 'referrer')
    await merchant.friend('friend_of_kept', String(body.referralCode))
    await pay('friend_of_kept')
    for (let made = 0; made < 130; made += 1) await identify('kept', `made_up_${made}`)
    const users = await usersOf('kept')
    expect(users).toEqual(expect.arrayContaining(['from_page', 'signed', 'referrer', 'made_up_129']))
    expect(users).toHaveLength(103)
  })
})

test('a stranger gives no name to a user that the server has named, and fills that of a user of pages', async () => {
  await merchant.requestOk('POST', '/user', { accountId: 'nameless', id: 'known' })
  await identify('nameless', 'known', { first_name: 'Visit evil.example', last_name: 'now' })
  await identify('nameless', 'page_only', { first_name: 'Carol' })
  const user = (id: string) => merchant.requestOk('GET', `/account/nameless/user/${id}`)
  expect(await user('known')).toMatchObject({ firstName: null, lastName: null })
  expect(await user('page_only')).toMatchObject({ firstName: 'Carol' })
})

test('evidence that a stranger brings to an account before the server creates it denies no side', async () => {
  await merchant.requestOk('POST', '/user', {
    accountId: 'ada',
    id: 'ada',
    email: 'ada@example.com',
    referralCode: 'ADA',
  })
  await identify('incriminated', 'made_up', { email: 'ada@example.com' })
  await merchant.requestOk('POST', '/user', { accountId: 'incriminated', id: 'bob' })
  await merchant.sync('incriminated', { subscription: { status: 'TRIAL' }, referral: { code: 'ADA' } })
  expect(await merchant.referral('incriminated')).toMatchObject({
    referrerModerationStatus: 'PENDING',
    referredModerationStatus: 'APPROVED',
    reasons: expect.arrayContaining(['SAME_EMAIL']),
  })
})

describe('the calls of the quick start', () => {
  const orders = {
    'the page before the server': ['page', 'server user', 'server code', 'PAID'],
    'the server before the page': ['server code', 'server user', 'page', 'PAID'],
    'the page between': ['server user', 'page', 'server code', 'PAID'],
    'the page alone and a payment': ['page', 'PAID'],
    'the user after the payment': ['page', 'PAID', 'server user'],
  } as const
  const payers = ['server', 'page', 'page, then server'] as const

  test.each(
    Object.entries(orders).flatMap(([order, steps]) => payers.map((payer) => ({ order, steps, payer }))),
  )(
    'the calls of the quick start lose nothing and hold no side: $order, PAID from the $payer',
    async ({ order, steps, payer }) => {
      const name = `${order} ${payer}`.replaceAll(/\W/g, '')
      const code = await service.addUser(`bob_${name}`)
      const [carol, user] = [`carol_${name}`, `user_${name}`]
      const fields = { email: `${name}@example.com`, first_name: 'Carol' }
      const run: Record<(typeof steps)[number], () => Promise<unknown>> = {
        page: () => identify(carol, user, { ...fields, referral_code: code }),
        'server user': () =>
          merchant.requestOk('POST', '/user', {
            accountId: carol,
            id: user,
            email: fields.email,
            firstName: 'Carol',
          }),
        'server code': () => merchant.sync(carol, { subscription: { status: 'TRIAL' }, referral: { code } }),
        PAID: async () => {
          if (payer !== 'server') await identify(carol, user, { ...fields, account_status: 'PAID' })
          if (payer !== 'page') await pay(carol)
        },
      }
      for (const it of steps) await run[it]()
      expect(await merchant.referral(carol)).toMatchObject({
        status: 'CONVERTED',
        referrerModerationStatus: 'APPROVED',
        referredModerationStatus: 'APPROVED',
        referrerReward: { discountPercent: 10 },
        referredReward: { discountPercent: 10 },
        fraudSignals: [],
        reasons: [],
      })
    },
  )
})
