import { expect, test } from 'vitest'
import { changeRole } from '../../administration/team/change-role.ts'
import { invite as inviteDirectly } from '../../administration/team/invite.ts'
import { removeMember } from '../../administration/team/remove-member.ts'
import { actorNamed } from '../../frame/actor.ts'
import { openBrowser } from '../../testing/staff/browser.ts'
import { addStaff, PASSWORD, signedIn } from '../../testing/staff/team.ts'
import { BASE_URL, startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { app, ctx, live, test: testMode, other } = service
const { email, staffId } = await addStaff(ctx, live, 'owner')
const owner = await signedIn(app, email)
const api = (path: string, alias: string = live.alias) => `/api/v1/${alias}${path}`
const tokenOf = (link: unknown) => new URL(String(link)).searchParams.get('token')

async function invite(address: string, role: string, alias?: string) {
  return owner.request('POST', api('/staff-invitations', alias), { body: { email: address, role } })
}

test('an invitation leads a new person to an account with its role, once', async () => {
  const { status, body } = await invite('Rita@Example.com', 'reviewer', testMode.alias)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    email: 'rita@example.com',
    role: 'reviewer',
    invitedBy: `staff ${staffId} ${email}`,
  })
  expect(body.link).toMatch(`${BASE_URL}/portal/invitation?token=`)
  const mails = await owner.request('GET', api('/staff-mails'))
  expect(mails.body.mails).toMatchObject([{ recipient: 'rita@example.com', state: 'KEPT' }])
  expect(JSON.stringify(mails.body)).not.toContain(tokenOf(body.link))
  expect(JSON.stringify(mails.body)).toContain('[the link is left out here]')
  expect((await invite('rita@example.com', 'owner')).body.apiErrorCode).toBe('ALREADY_INVITED')

  const token = tokenOf(body.link)
  const browser = openBrowser(app)
  const offer = await browser.request('POST', '/portal/invitation/check', { body: { token } })
  expect(offer.body).toEqual({
    ...{ company: 'acme', email: 'rita@example.com', role: 'reviewer', hasAccount: false, sso: null },
  })
  const accept = { token, name: 'Rita', password: PASSWORD }
  const more = { ...accept, role: 'owner', email: 'other@example.com', isDemo: true }
  const answers = await Promise.all([
    browser.request('POST', '/portal/invitation', { body: more }),
    openBrowser(app).request('POST', '/portal/invitation', { body: accept }),
  ])
  expect(answers.map((it) => it.status).sort()).toEqual([200, 410])
  const rita = await signedIn(app, 'rita@example.com')
  expect((await rita.request('GET', '/portal/session')).body).toMatchObject({
    staff: { name: 'Rita', email: 'rita@example.com' },
    merchants: [{ name: 'acme', role: 'reviewer' }],
  })
  expect((await invite('rita@example.com', 'admin')).body.apiErrorCode).toBe('ALREADY_MEMBER')
})

test('an invitation that was withdrawn or has expired is not valid', async () => {
  const withdrawn = (await invite('wanda@example.com', 'analyst')).body
  const path = api(`/staff-invitations/${String(withdrawn.id)}`)
  const foreign = await addStaff(ctx, other, 'owner')
  const stranger = await signedIn(app, foreign.email)
  const elsewhere = api(`/staff-invitations/${String(withdrawn.id)}`, other.alias)
  expect((await stranger.request('DELETE', elsewhere)).body.apiErrorCode).toBe('INVITATION_NOT_FOUND')
  expect((await owner.request('DELETE', path)).body).toEqual({ id: withdrawn.id })
  expect((await owner.request('DELETE', path)).body.apiErrorCode).toBe('INVITATION_NOT_FOUND')
  expect((await owner.request('DELETE', api('/staff-invitations/x'))).status).toBe(404)

  const late = (await invite('late@example.com', 'analyst')).body
  service.clock.now += 7 * 86_400_000
  for (const { link } of [withdrawn, late]) {
    const body = { token: tokenOf(link), name: 'X', password: PASSWORD }
    expect((await openBrowser(app).request('POST', '/portal/invitation', { body })).status).toBe(410)
  }
  expect((await invite('late@example.com', 'analyst')).status).toBe(201)
})

test('a person with an account accepts an invitation only when signed in as its address', async () => {
  const known = await addStaff(ctx, other, 'analyst', 'known@example.com')
  const { link } = (await invite(known.email, 'admin')).body
  const token = tokenOf(link)
  const asNew = await openBrowser(app).request('POST', '/portal/invitation', {
    body: { token, name: 'Thief', password: 'another password' },
  })
  expect([asNew.status, asNew.body.apiErrorCode]).toEqual([401, 'UNAUTHORIZED'])
  expect((await openBrowser(app).request('POST', '/portal/invitation', { body: { token } })).status).toBe(401)
  expect((await owner.request('POST', '/portal/invitation', { body: { token } })).status).toBe(401)
  const browser = await signedIn(app, known.email)
  const accepted = await browser.request('POST', '/portal/invitation', { body: { token } })
  expect([accepted.status, accepted.body]).toEqual([200, { tenantAlias: testMode.alias }])
  const { merchants } = (await browser.request('GET', '/portal/session')).body
  expect(merchants).toMatchObject([
    { name: 'acme', role: 'admin' },
    { name: 'other', role: 'analyst' },
  ])
})

test('a role changes at once, and the last owner stays one', async () => {
  const { staffId: second, email: address } = await addStaff(ctx, live, 'owner', 'second@example.com')
  const browser = await signedIn(app, address)
  const put = (id: string, role: unknown) => owner.request('PUT', api(`/staff/${id}`), { body: { role } })
  expect((await put(second, 'analyst')).body).toMatchObject({ id: second, role: 'analyst' })
  const { status, body } = await browser.request('PUT', api(`/staff/${second}`), { body: { role: 'owner' } })
  expect([status, body.apiErrorCode]).toEqual([403, 'INSUFFICIENT_SCOPE'])
  for (const refused of [
    await put(staffId, 'admin'),
    await owner.request('DELETE', api(`/staff/${staffId}`)),
    await put(staffId, 'analyst'),
  ]) {
    expect([refused.status, refused.body.apiErrorCode]).toEqual([409, 'LAST_OWNER'])
  }
  expect((await put(second, 'root')).status).toBe(400)
  expect((await put('019c13ec-9e00-7000-854b-b3ee23565fa4', 'admin')).status).toBe(404)
  expect((await put('x', 'admin')).status).toBe(404)

  // Two owners demote each other at the same time: one of them stays.
  await put(second, 'owner')
  const both = await Promise.all([
    put(second, 'admin'),
    browser.request('PUT', api(`/staff/${staffId}`), { body: { role: 'admin' } }),
  ])
  expect(both.map((it) => it.status).sort()).not.toEqual([200, 200])
  await service.owner.query({ name: '', text: `update membership set role = 'owner' where staff_id = $1` }, [
    staffId,
  ])
})

test('a person who is removed has no session, account or access any more', async () => {
  const { staffId: leaving, email: address } = await addStaff(ctx, live, 'admin', 'leaving@example.com')
  const browser = await signedIn(app, address)
  const foreign = await addStaff(ctx, other, 'owner', 'foreign@example.com')
  const stranger = await signedIn(app, foreign.email)
  expect((await stranger.request('DELETE', api(`/staff/${leaving}`))).status).toBe(401)
  expect((await stranger.request('DELETE', api(`/staff/${leaving}`, other.alias))).status).toBe(404)
  expect((await owner.request('DELETE', api(`/staff/${leaving}`))).body).toEqual({ id: leaving })
  expect((await browser.request('GET', '/portal/session')).status).toBe(401)
  expect((await browser.request('GET', api('/program'))).status).toBe(401)
  const { staff } = (await owner.request('GET', api('/staff', testMode.alias))).body
  expect(JSON.stringify(staff)).not.toContain(address)
})

test('no API key, of either mode, reads or changes the team', async () => {
  const { staffId: second } = await addStaff(ctx, live, 'analyst', 'third@example.com')
  const before = await service.rows()
  for (const { alias, apiKey: key } of [live, testMode]) {
    const answers = [
      await service.call('GET', '/staff', { alias, key }),
      await service.call('GET', '/staff-invitations', { alias, key }),
      await service.call('GET', '/staff-mails', { alias, key }),
      await service.call('POST', '/staff-invitations', {
        ...{ alias, key, body: { email: 'k@example.com', role: 'admin' } },
      }),
      await service.call('PUT', `/staff/${second}`, { alias, key, body: { role: 'admin' } }),
      await service.call('DELETE', `/staff/${second}`, { alias, key }),
    ]
    expect(answers.map(({ status, body }) => [status, body.apiErrorCode])).toEqual(
      answers.map(() => [403, 'KEY_NOT_ALLOWED']),
    )
  }
  expect(await service.rows()).toEqual(before)
})

test('a role above the caller’s own is neither given nor taken', async () => {
  const { staffId: second } = await addStaff(ctx, live, 'owner', 'fourth@example.com')
  const acting = ctx.actingAs(actorNamed('staff of the test'))
  const attempts = [
    inviteDirectly(acting, live.alias, { email: 'above@example.com', role: 'owner', callerRole: 'admin' }),
    changeRole(acting, live.alias, { staffId: second, role: 'analyst', callerRole: 'admin' }),
    changeRole(acting, live.alias, { staffId: second, role: 'owner', callerRole: 'reviewer' }),
    removeMember(acting, live.alias, { staffId: second, callerRole: 'admin' }),
  ]
  for (const { status, reason } of (await Promise.allSettled(attempts)) as PromiseRejectedResult[]) {
    expect([status, reason?.code]).toEqual(['rejected', 'INSUFFICIENT_SCOPE'])
  }
})

test('changes to the team are in the audit log with who made them', async () => {
  const rows = await service.owner.query<{ actor: string; action: string }>(
    { name: '', text: 'select actor, action from audit_entry' },
    [],
  )
  expect(rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ actor: `staff ${staffId} ${email}`, action: 'inviteStaff' }),
      expect.objectContaining({
        actor: expect.stringMatching(/^staff \S+ rita@example.com$/),
        action: 'staff.join',
      }),
      expect.objectContaining({ actor: `staff ${staffId} ${email}`, action: 'changeStaffRole' }),
      expect.objectContaining({ actor: `staff ${staffId} ${email}`, action: 'removeStaff' }),
    ]),
  )
})
