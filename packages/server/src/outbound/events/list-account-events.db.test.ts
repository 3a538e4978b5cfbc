import { describe, expect, test } from 'vitest'
import type { WireAnswer } from '../../testing/requests/wire-rules.ts'
import { startTestService, unknownCode } from '../../testing/test-service.ts'

const service = await startTestService()
const { clock } = service
const code = await service.addUser('alice', { first_name: 'Alice' })

const timeline = (id: string, query = '') =>
  service.call('GET', `/account/${encodeURIComponent(id)}/timeline${query}`)
const sync = (id: string, fields: object) => service.call('POST', '/accountsync', { body: { id, ...fields } })

function events({ body }: WireAnswer): Readonly<Record<string, unknown>>[] {
  return Array.isArray(body.events) ? body.events : []
}

/** The events of a timeline, oldest first: `type reason actor`. */
async function story(id: string): Promise<string[]> {
  const listed = events(await timeline(id, '?limit=100'))
  return listed.map((it) => `${it.type} ${it.reason} ${it.actor}`).reverse()
}

describe('the timeline', () => {
  test('the timeline shows what happened from the code over the payment to the end', async () => {
    await sync('bob', { referral: { code } })
    await service.addUser('bob')
    await sync('bob', { subscription: { status: 'PAID' } })
    await sync('bob', { subscription: { status: 'CANCELLED' } })
    expect(await story('bob')).toEqual([
      'referral.started EXPLICIT_CODE server',
      'reward.created ATTRIBUTED server',
      'user.created IDENTIFIED browser',
      'referral.converted FIRST_PAYMENT server',
      'referral.ended SUBSCRIPTION_CANCELLED server',
      'reward.cancelled REFERRAL_ENDED server',
    ])
  })

  test('the referrer’s shows the referrals that they made', async () => {
    expect(await story('alice')).toEqual([
      'user.created IDENTIFIED browser',
      'referral.started EXPLICIT_CODE server',
      'referral.converted FIRST_PAYMENT server',
      'reward.created CONVERTED server',
      'referral.ended SUBSCRIPTION_CANCELLED server',
      'reward.cancelled REFERRAL_ENDED server',
    ])
  })

  test.each([
    ['a payment without a referral', {}, ['account.closed EXISTING_CUSTOMER browser']],
    ['an unknown code', { referral_code: unknownCode() }, ['attribution.skipped CODE_UNKNOWN browser']],
    ['what is no code', { referral_code: '<script>' }, ['attribution.skipped CODE_UNKNOWN browser']],
    ['a cookie', { cookie_referral_code: code }, ['referral.started TRACKING_COOKIE browser']],
  ])('the timeline shows %s', async (name, fields, expected) => {
    const status = name.startsWith('a payment') ? { account_status: 'PAID' } : {}
    await service.addUser(name, { ...fields, ...status })
    expect(await story(name)).toEqual(expect.arrayContaining(expected))
  })

  test('the timeline shows why a code or a cookie did not count', async () => {
    const own = await service.addUser('selfish')
    await service.addUser('selfish', { user_id: 'second', referral_code: own })
    expect(await story('selfish')).toContain('attribution.skipped SELF_REFERRAL browser')
    await service.addUser('selfish', { user_id: 'second', cookie_referral_code: code })
    expect(await story('selfish')).toContain('attribution.skipped USER_KNOWN_BEFORE browser')
    await sync('closed', { subscription: { status: 'PAID' } })
    await sync('closed', { referral: { code } })
    expect(await story('closed')).toContain('attribution.skipped EXISTING_CUSTOMER server')
    await service.addUser('referred', { referral_code: code })
    await service.addUser('referred', { referral_code: own })
    expect(await story('referred')).toContain('attribution.skipped ALREADY_REFERRED browser')
  })

  test('the timeline shows why a payment has not converted yet, or no more', async () => {
    await sync('waiting', { subscription: { status: 'PAID' }, referral: { code } })
    expect(await story('waiting')).toContain('conversion.waiting NO_USER_IDENTIFIED server')
    await sync('nobody_s', { subscription: { status: 'CANCELLED' } })
    expect(await story('nobody_s')).toEqual(['cancellation.skipped NOT_REFERRED server'])
    await sync('bob', { subscription: { status: 'PAID' } })
    expect(await story('bob')).toContain('conversion.skipped REFERRAL_ENDED server')
  })

  test('the timeline shows which fraud rule spoke, and what came of it', async () => {
    const twin = await service.addUser('twin', { email: 'Jo.Doe+1@gmail.com' })
    await service.addUser('twin_friend', { email: 'jodoe@googlemail.com', referral_code: twin })
    expect(await story('twin_friend')).toEqual(
      expect.arrayContaining([
        'referral.flagged SAME_EMAIL browser',
        'referral.moderated SAME_EMAIL browser',
      ]),
    )
  })

  test('each outcome that changed nothing is recorded once, however often it is reported', async () => {
    await sync('repeated', { subscription: { status: 'PAID' } })
    for (let repeat = 0; repeat < 3; repeat += 1) await sync('repeated', { referral: { code } })
    expect(await story('repeated')).toEqual([
      'account.closed EXISTING_CUSTOMER server',
      'attribution.skipped EXISTING_CUSTOMER server',
    ])
  })

  test('the timeline says in words what happened, with the time and what it is about', async () => {
    const [newest] = events(await timeline('waiting', '?limit=1'))
    expect(newest).toEqual({
      id: expect.any(String),
      type: 'conversion.waiting',
      reason: 'NO_USER_IDENTIFIED',
      message: 'The account paid. The referral converts when the first user of the account is identified.',
      date: clock.now,
      actor: 'server',
      referralId: expect.any(String),
      rewardId: null,
      referredAccountId: null,
      referredUser: null,
      note: null,
      author: null,
    })
  })
})

describe('pages', () => {
  test('the pages of the timeline go from the newest to the oldest, each event once', async () => {
    const whole = await timeline('bob', '?limit=1000')
    expect(whole.body).toMatchObject({ count: 7, totalCount: 7, nextCursor: null })
    const seen: unknown[] = []
    let query = '?limit=3'
    const counts: unknown[] = []
    for (;;) {
      const page = await timeline('bob', query)
      seen.push(...events(page).map((it) => it.id))
      counts.push(page.body.count)
      if (page.body.nextCursor === null) break
      query = `?limit=3&cursor=${page.body.nextCursor}`
    }
    expect(counts).toEqual([3, 3, 1])
    expect(seen).toEqual(events(whole).map((it) => it.id))
  })

  test('the pages of the timeline have ten events by default', async () => {
    for (const id of ['one', 'two', 'three']) await service.addUser(id, { referral_code: code })
    const page = await timeline('alice')
    expect(page.body).toMatchObject({ count: 10, nextCursor: expect.any(String) })
    expect((await timeline('alice', '?totalCount=exact')).body.totalCount).toBe(page.body.totalCount)
  })
})

test('an unknown account is 404', async () => {
  expect((await timeline('nobody')).body).toMatchObject({ apiErrorCode: 'ACCOUNT_NOT_FOUND' })
})
