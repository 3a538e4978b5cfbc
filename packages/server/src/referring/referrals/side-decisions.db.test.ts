import { expect, test } from 'vitest'
import { createApiKey } from '../../administration/keys/create-api-key.ts'
import { merchantAt } from '../../testing/merchant.ts'
import { addStaff, signedIn } from '../../testing/staff/team.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, clock, operator } = service
const acme = merchantAt(service.call, live)
const code = await acme.user('ada', { email: 'ada@example.com' })

async function started(id: string, fields = {}): Promise<string> {
  await acme.user(id, fields)
  await acme.sync(id, { referral: { code } })
  return String((await acme.referral(id)).id)
}

const read = (id: string) => acme.requestOk('GET', `/referrals/${id}`)

test('a side says which rule decided about it, and then who of staff or which API key, and when', async () => {
  const id = await started('twin', { email: 'ADA@example.com' })
  const startedAt = clock.now
  const byRule = {
    by: 'RULE',
    actor: null,
    reason: 'SAME_EMAIL',
    message: 'The friend and the referrer have the same e-mail address or a variant of it.',
    date: startedAt,
  }
  expect(await read(id)).toMatchObject({ referrerDecision: byRule, referredDecision: byRule })

  const { staffId, email } = await addStaff(service.ctx, live, 'reviewer')
  const browser = await signedIn(service.app, email)
  clock.now += 1000
  const decided = await browser.request('POST', `/api/v1/${live.alias}/referrals/moderate`, {
    body: { actions: [{ referralId: id, action: 'APPROVE_REFERRED' }] },
  })
  expect(decided.status).toBe(200)
  const byStaff = { by: 'STAFF', actor: `staff ${staffId} ${email}`, reason: 'STAFF_APPROVED' }
  expect(await read(id)).toMatchObject({
    referrerDecision: byRule,
    referredDecision: { ...byStaff, message: 'Approved by staff.', date: startedAt + 1000 },
  })
  // As the audit log names them.
  const { entries } = await acme.requestOk('GET', '/audit?action=moderateReferrals')
  expect(entries).toMatchObject([{ actor: byStaff.actor }])

  const latest = async () => (await acme.requestOk('GET', '/account/twin/timeline?limit=1')).events
  // The reward comes after the decision.
  expect(await latest()).toMatchObject([{ type: 'reward.created', actor: 'staff' }])

  const { apiKey } = await createApiKey(operator, {
    alias: live.alias,
    name: 'Order server',
    scopes: ['money'],
  })
  const deny = { actions: [{ referralId: id, action: 'DENY' }] }
  clock.now += 1000
  expect((await service.call('POST', '/referrals/moderate', { key: apiKey, body: deny })).status).toBe(200)
  expect(await latest()).toMatchObject([{ actor: 'server' }])
  const byKey = { by: 'STAFF', actor: 'key Order server', reason: 'STAFF_DENIED', date: startedAt + 2000 }
  expect(await read(id)).toMatchObject({ referrerDecision: byKey, referredDecision: byKey })

  const unnamed = await createApiKey(operator, { alias: live.alias, scopes: ['money'] })
  const pend = { actions: [{ referralId: id, action: 'PEND_REFERRER' }] }
  await service.call('POST', '/referrals/moderate', { key: unnamed.apiKey, body: pend })
  expect(await read(id)).toMatchObject({
    referrerDecision: { actor: `key ****${unnamed.apiKey.slice(-4)}`, reason: 'STAFF_PENDED' },
    referredDecision: byKey,
  })
})

test('a side that is approved at first has no decision, and a confirmation is one', async () => {
  const ids = []
  for (const name of ['u1', 'u2', 'u3', 'u4']) {
    await service.addUser(name, { referral_code: code, account_status: 'PAID' })
    ids.push(String((await acme.referral(name)).id))
  }
  const held = String(ids.at(-1))
  expect(await read(String(ids[0]))).toMatchObject({ referrerDecision: null, referredDecision: null })
  expect(await read(held)).toMatchObject({
    referrerDecision: { by: 'RULE', reason: 'UNSIGNED_CONVERSION', date: clock.now },
    referredDecision: null,
  })
  clock.now += 1000
  await acme.pay('u4')
  expect(await read(held)).toMatchObject({
    referrerDecision: { by: 'CONFIRMATION', actor: null, reason: 'PAYMENT_CONFIRMED', date: clock.now },
    referredDecision: null,
  })
})

test('decisions of earlier releases have no time, no name and no rule', async () => {
  const [byRule, byStaff] = [await started('old1', { email: 'ada@example.com' }), await started('old2')]
  await acme.moderate('DENY', byStaff)
  const text = `update app.referral set referrer_moderated_at = null, referrer_moderated_as = null,
    referred_moderated_at = null, referred_moderated_as = null where tenant_id = $1`
  await service.owner.query({ name: '', text }, [live.alias])
  const unknown = { actor: null, date: null }
  expect(await read(byRule)).toMatchObject({
    referrerDecision: { by: 'RULE', reason: null, message: null, ...unknown },
  })
  expect(await read(byStaff)).toMatchObject({
    referrerDecision: { by: 'STAFF', reason: 'STAFF_DENIED', ...unknown },
  })
})

test('a decision of staff about their own account is flagged, and the audit log says so', async () => {
  const { email } = await addStaff(service.ctx, live, 'reviewer', 'insider@deli.example.com')
  const browser = await signedIn(service.app, email)
  const [local, domain] = email.split('@')
  const own = await started('insider', { email: `${local}@${String(domain).toUpperCase()}` })
  const strangers = await started('stranger', { email: 'stranger@example.com' })
  const answer = await browser.request('POST', `/api/v1/${live.alias}/referrals/moderate`, {
    body: { actions: [own, strangers].map((referralId) => ({ referralId, action: 'APPROVE' })) },
  })
  expect(answer.status).toBe(200)
  const signal = { rule: 'OWN_DECISION', shadow: true, facts: { ownDecisions: 1 } }
  expect(await read(own)).toMatchObject({
    referrerDecision: { by: 'STAFF', reason: 'STAFF_APPROVED' },
    fraudSignals: [signal],
  })
  expect(await read(strangers)).toMatchObject({ fraudSignals: [] })
  const { entries } = await acme.requestOk('GET', '/audit?action=moderateReferrals')
  const details = (entries as { details: Record<string, unknown> }[]).slice(0, 2).map((it) => it.details)
  expect(details.map((it) => it.ownReferrals).filter((it) => it !== undefined)).toEqual([[own]])
  expect(details.filter((it) => it.actions !== undefined)).toHaveLength(1)
})
