import { expect, test } from 'vitest'
import { drainTenant } from '../../jobs/drain-tenant.ts'
import { jobHandlers } from '../../jobs/handlers.ts'
import { entriesOf, merchantAt } from '../../testing/merchant.ts'
import { signUser } from '../../testing/sign.ts'
import { addStaff, signedIn } from '../../testing/staff/team.ts'
import { startTestService } from '../../testing/test-service.ts'
import { testRunner } from '../../testing/test-worker.ts'

const service = await startTestService()
const { call, app, ctx, test: keys } = service
const merchant = merchantAt(call, keys)
const { request, requestOk, sync, user, friend, pay, referral } = merchant
const reason = 'Refers accounts of its own.'
const block = (id: string, body: object = { reason }) => requestOk('POST', `/account/${id}/block`, body)
const unblock = (id: string) => requestOk('POST', `/account/${id}/unblock`, { reason: 'A family.' })

const { runner } = testRunner(ctx, async () => null, { handlers: jobHandlers })

/** Runs the jobs of the tenant. */
const settle = () => drainTenant(runner, keys.alias, service.clock.now, 600_000)

async function timelineOf(id: string) {
  return entriesOf((await requestOk('GET', `/account/${id}/timeline?limit=100`)).events)
}

test('a block stops the codes, holds what is in progress, keeps what is earned, and ends without a trace', async () => {
  const code = await user('ada')
  await friend('earned', code)
  await pay('earned')
  await friend('waiting', code)
  await friend('decided', code)
  await merchant.moderate('APPROVE_REFERRER', String((await referral('decided')).id))
  const before = await requestOk('GET', '/account/ada/reward')
  const account = await block('ada')
  expect(account).toMatchObject({ id: 'ada', dateBlocked: expect.any(Number), blockReason: reason })
  expect(await requestOk('GET', '/account/ada')).toEqual(account)
  expect(await block('ada', { reason: 'Another.' })).toEqual(account)
  const person = await requestOk('GET', '/account/ada/user/ada_user')
  expect(person).toMatchObject({ dateBlocked: account.dateBlocked, referralCode: code })
  await settle()

  const lost = { statusCode: 404, apiErrorCode: 'REFERRAL_CODE_NOT_FOUND' }
  expect((await request('GET', `/code/${code}`)).body).toMatchObject(lost)
  expect((await request('POST', '/accountsync', { id: 'new', referral: { code } })).body).toMatchObject(lost)
  expect((await request('GET', `/account/new/reward?couponCode=${code}`)).body).toMatchObject(lost)
  expect((await call('GET', `/open/code/${code}`, { alias: keys.alias })).body).toMatchObject(lost)
  expect(await referral('earned')).toMatchObject({
    referrerModerationStatus: 'APPROVED',
    referrerReward: { statuses: ['AVAILABLE'] },
    reasons: [],
  })
  expect(await requestOk('GET', '/account/ada/reward')).toEqual(before)
  const held = {
    referrerModerationStatus: 'PENDING',
    referredModerationStatus: 'APPROVED',
    referrerReward: null,
  }
  expect(await referral('waiting')).toMatchObject({
    ...held,
    reasons: ['REFERRER_BLOCKED', 'AWAITING_PAYMENT'],
  })
  expect(await referral('decided')).toMatchObject({ referrerModerationStatus: 'APPROVED' })
  expect((await requestOk('GET', '/attention')).items).toEqual([])
  const queue = '/referrals?moderationStatus=PENDING&order=OLDEST'
  expect((await requestOk('GET', queue)).count).toBe(1)
  for (const what of ['DECISION', 'CONFIRMATION']) {
    expect((await requestOk('GET', `${queue}&waitsFor=${what}`)).count).toBe(0)
  }

  await pay('waiting')
  expect(await referral('waiting')).toMatchObject({
    ...held,
    status: 'CONVERTED',
    referredReward: { statuses: ['AVAILABLE'] },
    reasons: ['REFERRER_BLOCKED'],
  })
  expect(await unblock('ada')).toMatchObject({ dateBlocked: null, blockReason: null })
  await settle()
  expect(await referral('waiting')).toMatchObject({
    referrerModerationStatus: 'APPROVED',
    referrerReward: { rewardSource: 'FRIEND_SIGNUP', statuses: ['AVAILABLE'] },
    reasons: [],
  })
  expect(await sync('new', { referral: { code } })).toMatchObject({ referral: { code } })
  const said = (await timelineOf('ada')).map((it) => [it.type, it.reason, it.actor, it.note, it.author])
  const author = `key ****${keys.apiKey.slice(-4)}`
  expect(said).toContainEqual(['account.blocked', 'BLOCKED_BY_HAND', 'server', reason, author])
  expect(said).toContainEqual(['account.unblocked', 'UNBLOCKED_BY_HAND', 'server', 'A family.', author])
  expect(said).toContainEqual(['referral.moderated', 'REFERRER_BLOCKED', 'service', null, null])
  expect(said).toContainEqual(['reward.created', 'REFERRER_UNBLOCKED', 'service', null, null])
  expect(said.filter(([type]) => type === 'account.blocked')).toHaveLength(1)
  const events = entriesOf((await requestOk('GET', '/events?limit=1000')).events)
  expect(
    events.flatMap((it) => (String(it.type).startsWith('account.') ? [[it.type, it.data]] : [])),
  ).toEqual([
    ['account.blocked', { accountId: 'ada', dateBlocked: account.dateBlocked }],
    ['account.unblocked', { accountId: 'ada', dateBlocked: null }],
  ])
})

test('a blocked account is not referred, and pages learn of no block', async () => {
  const code = await user('eve')
  const identify = async (account: string, fields: object = {}, isSigned = false) => {
    const body = { account_id: account, user_id: `${account}_user`, ...fields }
    const jwt = signUser(keys.signingKey, { accountId: account, id: `${account}_user` }, service.clock.now)
    return call('POST', '/open/identify', { alias: keys.alias, body: isSigned ? { ...body, jwt } : body })
  }
  const shown = await identify('eve')
  await user('friend_blocked')
  await block('friend_blocked')
  expect(await sync('friend_blocked', { referral: { code } })).toMatchObject({ referral: null })
  expect(await requestOk('GET', `/account/friend_blocked/reward?couponCode=${code}`)).toMatchObject({
    couponApplies: false,
    reason: 'ACCOUNT_BLOCKED',
  })
  await block('eve')
  expect(await identify('eve')).toMatchObject({ status: 200, body: shown.body })
  for (const account of ['stranger', 'friend_blocked']) {
    const { body } = await identify(account, { referral_code: code }, true)
    expect(body).toMatchObject({ attributed: false, reason: 'CODE_DISABLED' })
  }
  expect((await timelineOf('stranger')).map((it) => it.reason)).toContain('REFERRER_BLOCKED')
  expect((await timelineOf('friend_blocked')).map((it) => it.reason)).toContain('ACCOUNT_BLOCKED')
  expect(
    await sync('friend_blocked', { subscription: { status: 'PAID' }, referral: { code } }),
  ).toMatchObject({
    referral: null,
    subscription: { status: 'PAID' },
  })
  const link = await app.inject({ url: `/r/${keys.alias}/${code}`, headers: { accept: 'text/html' } })
  expect(link.statusCode).toBe(404)
})

test('users of blocked accounts are listed, found and exported', async () => {
  for (const id of ['list_a', 'list_b', 'list_c']) await user(id, { firstName: `Name of ${id}` })
  await block('list_a')
  await block('list_c')
  const listed = async (query: string) => {
    const page = await requestOk('GET', `/users?blocked=true&${query}`)
    return [page.totalCount, entriesOf(page.users).map((it) => it.accountId)]
  }
  expect(await listed('query=list_')).toEqual([2, ['list_c', 'list_a']])
  expect(await listed('query=name of list_a')).toEqual([1, ['list_a']])
  expect(await listed('query=list_b')).toEqual([0, []])
  const { users, nextCursor } = await requestOk('GET', '/users?blocked=true&limit=1')
  expect(entriesOf(users).map((it) => it.accountId)).toEqual(['list_c'])
  expect((await listed(`limit=1&cursor=${nextCursor}`))[1]).toEqual(['list_a'])
  await user('list_a', { id: 'second' })
  const { users: both } = await requestOk('GET', '/users?accountId=list_a')
  expect(entriesOf(both).map((it) => it.id)).toEqual(['second', 'list_a_user'])
  for (const other of ['query=x', 'blocked=true']) {
    expect((await request('GET', `/users?accountId=list_a&${other}`)).body).toMatchObject({
      statusCode: 400,
      param: 'accountId',
    })
  }
  expect((await request('GET', '/users?blocked=false')).body).toMatchObject({
    statusCode: 400,
    param: 'blocked',
  })
})

test('staff who block are named on the timeline and in the audit log; an analyst may not', async () => {
  await user('by_staff')
  const [reviewer, analyst] = [await addStaff(ctx, keys, 'reviewer'), await addStaff(ctx, keys, 'analyst')]
  const path = `/api/v1/${keys.alias}/account/by_staff/block`
  const refused = await (await signedIn(app, analyst.email)).request('POST', path, { body: { reason } })
  expect(refused.body).toMatchObject({ statusCode: 403, apiErrorCode: 'INSUFFICIENT_SCOPE' })
  const browser = await signedIn(app, reviewer.email)
  expect((await browser.request('POST', path, { body: { reason } })).status).toBe(200)
  expect((await browser.request('POST', path, { body: { reason } })).status).toBe(200)
  const author = `staff ${reviewer.staffId} ${reviewer.email}`
  expect((await timelineOf('by_staff'))[0]).toMatchObject({ actor: 'staff', note: reason, author })
  const entries = entriesOf((await requestOk('GET', '/audit?limit=100')).entries)
  const blocks = entries.filter((it) => it.action === 'blockAccount' && it.actor === author)
  expect(blocks.map((it) => [it.accountId, it.details])).toEqual(
    expect.arrayContaining([
      ['by_staff', { requestId: expect.any(String), accountKey: expect.any(String) }],
      [null, { requestId: expect.any(String), outcome: 'UNCHANGED' }],
    ]),
  )
  expect(blocks).toHaveLength(2)
})

test('the reason is erased with a user of the account, and the block stays', async () => {
  const code = await user('erased')
  await user('kept')
  const hand = { referralCode: code, referredAccountId: 'kept', reason: 'Told us by mail.' }
  await requestOk('POST', '/referrals', hand)
  await block('erased')
  await user('erased', { id: 'second' })
  const { events, account } = await requestOk('GET', '/account/erased/user/erased_user/data')
  expect(entriesOf(events)).toContainEqual(expect.objectContaining({ note: reason }))
  expect(account).toMatchObject([{ blockedReason: reason }])
  await requestOk('DELETE', '/account/erased/user/erased_user')
  expect(await requestOk('GET', '/account/erased')).toMatchObject({
    dateBlocked: expect.any(Number),
    blockReason: null,
  })
  const notes = [...(await timelineOf('erased')), ...(await timelineOf('kept'))].map((it) => it.note)
  expect(notes.filter((it) => it !== null)).toEqual([])
})

test.each([
  ['an unknown account', '/account/nobody/block', { reason }, 404, 'accountId'],
  ['no reason', '/account/ada/block', {}, 400, 'reason'],
  ['a blank reason', '/account/ada/block', { reason: ' ' }, 400, 'reason'],
  ['a reason of 501 characters', '/account/ada/block', { reason: 'x'.repeat(501) }, 400, 'reason'],
  ['a reason that is a number', '/account/ada/unblock', { reason: 1 }, 400, 'reason'],
])('%s is refused and changes nothing', async (_name, path, body, statusCode, param) => {
  const rows = await service.rows()
  expect((await request('POST', path, body)).body).toMatchObject({ statusCode, param })
  expect(await service.rows()).toEqual(rows)
})

test('a request with an Idempotency-Key blocks once, also after an unblock', async () => {
  await user('keyed')
  const keyed = () => request('POST', '/account/keyed/block', { reason }, 'block-1')
  const first = await keyed()
  await unblock('keyed')
  expect((await keyed()).body).toEqual(first.body)
  expect(await requestOk('GET', '/account/keyed')).toMatchObject({ dateBlocked: null })
})
