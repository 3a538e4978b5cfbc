import { expect, test } from 'vitest'
import { entriesOf, merchantAt } from '../../testing/merchant.ts'
import { addStaff, signedIn } from '../../testing/staff/team.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { call, app, ctx, clock, live } = service
const { request, requestOk, sync, user, pay, referral } = merchantAt(call, live)
const second = merchantAt(await service.anotherProcess(), live)
const reason = 'Forgot the code and wrote to support.'

async function pair(name: string) {
  const referralCode = await user(`${name}_referrer`)
  await user(name)
  return { referralCode, referredAccountId: name, reason }
}

test('the endpoint attributes a friend who paid before, with months that begin now, and says who did it and why', async () => {
  const body = await pair('late')
  await pay('late')
  expect((await request('POST', '/referrals', body)).body).toMatchObject({
    statusCode: 409,
    apiErrorCode: 'EXISTING_CUSTOMER',
    param: 'allowExistingCustomer',
  })
  clock.now += 100 * 86_400_000
  const answer = await request('POST', '/referrals', { ...body, allowExistingCustomer: true })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    referralCodeUsed: body.referralCode,
    status: 'CONVERTED',
    attributedByHand: true,
    referredReward: { statuses: ['AVAILABLE'], dateCreated: clock.now },
    referrerReward: { statuses: ['AVAILABLE'], dateCreated: clock.now },
    dateReferralStarted: clock.now,
    dateConverted: clock.now,
  })
  expect(await referral('late')).toMatchObject(answer.body)
  const { events } = await requestOk('GET', '/account/late/timeline')
  expect(entriesOf(events)).toContainEqual(
    expect.objectContaining({
      type: 'referral.started',
      reason: 'ATTRIBUTED_BY_HAND',
      actor: 'server',
      note: reason,
      author: `key ****${live.apiKey.slice(-4)}`,
    }),
  )
  expect(await request('POST', '/referrals', body)).toMatchObject({ status: 200, body: answer.body })
})

test('staff attribute, and the audit log names the referral', async () => {
  const body = await pair('staffed')
  const owner = await addStaff(ctx, live, 'owner')
  const browser = await signedIn(app, owner.email)
  const { status, body: made } = await browser.request('POST', `/api/v1/${live.alias}/referrals`, { body })
  expect(status).toBe(201)
  const author = `staff ${owner.staffId} ${owner.email}`
  const { events } = await requestOk('GET', '/account/staffed/timeline')
  expect(entriesOf(events)).toContainEqual(expect.objectContaining({ actor: 'staff', author, note: reason }))
  const { entries } = await requestOk('GET', '/audit?limit=1')
  expect(entries).toMatchObject([{ actor: author, action: 'attributeByHand', subject: made.id }])
})

test.each([
  ['another code', 409, 'ALREADY_REFERRED', 'referredAccountId'],
  ['an own code', 400, 'SELF_REFERRAL', 'referralCode'],
  ['an unknown code', 404, 'REFERRAL_CODE_NOT_FOUND', 'referralCode'],
  ['an unknown friend', 404, 'ACCOUNT_NOT_FOUND', 'referredAccountId'],
  ['a blocked referrer', 409, 'ACCOUNT_BLOCKED', 'referralCode'],
  ['a blocked friend', 409, 'ACCOUNT_BLOCKED', 'referredAccountId'],
  ['no reason', 400, 'VALIDATION_FAILED', 'reason'],
  ['a code that cannot exist', 400, 'VALIDATION_FAILED', 'referralCode'],
])('%s is refused, and changes nothing', async (name, statusCode, apiErrorCode, param) => {
  const id = name.replaceAll(' ', '_')
  const body: Record<string, unknown> = await pair(id)
  if (name === 'another code') await sync(id, { referral: { code: await user(`${id}_first`) } })
  if (name === 'an own code') body.referralCode = await user(id)
  if (name === 'an unknown code') body.referralCode = 'NOBODYS-CODE'
  if (name === 'an unknown friend') body.referredAccountId = 'nobody'
  if (name === 'a blocked referrer') await requestOk('POST', `/account/${id}_referrer/block`, { reason })
  if (name === 'a blocked friend') await requestOk('POST', `/account/${id}/block`, { reason })
  if (name === 'no reason') delete body.reason
  if (name === 'a code that cannot exist') body.referralCode = 'a b'
  const rows = await service.rows()
  expect((await request('POST', '/referrals', body)).body).toMatchObject({ statusCode, apiErrorCode, param })
  expect(await service.rows()).toEqual(rows)
})

test('a disabled code counts, a program that is off does not', async () => {
  const body = await pair('disabled')
  await requestOk('PUT', `/code/${body.referralCode}`, { disabled: true })
  await service.setProgram({ active: false })
  expect((await request('POST', '/referrals', body)).body).toMatchObject({ apiErrorCode: 'PROGRAM_INACTIVE' })
  await service.setProgram({})
  expect((await request('POST', '/referrals', body)).status).toBe(201)
})

test('requests at once, in two processes, with a key and without, start one referral with one reward each', async () => {
  const body = { ...(await pair('twice')), allowExistingCustomer: true }
  await pay('twice')
  const answers = await Promise.all(
    [request, second.request].flatMap((send) => [
      send('POST', '/referrals', body),
      send('POST', '/referrals', body),
      send('POST', '/referrals', body, 'by-hand-1'),
    ]),
  )
  const done = answers.filter(({ status }) => status < 300)
  expect(answers.filter((it) => !done.includes(it)).map(({ body: it }) => it.apiErrorCode)).toEqual(
    answers.filter((it) => !done.includes(it)).map(() => 'IDEMPOTENCY_KEY_IN_FLIGHT'),
  )
  expect(done.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(2)
  expect(new Set(done.map(({ body: it }) => it.id)).size).toBe(1)
  const { rewards } = await requestOk('GET', '/rewards?accountId=twice_referrer')
  expect(entriesOf(rewards)).toHaveLength(1)
  const again = await request('POST', '/referrals', body, 'by-hand-1')
  expect(again.status).toBeLessThan(300)
})

test('two codes at once make one referral, and the other is refused', async () => {
  const one = await pair('contested')
  const two = { ...one, referralCode: await user('contested_second') }
  const answers = await Promise.all([
    request('POST', '/referrals', one),
    second.request('POST', '/referrals', two),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
})
