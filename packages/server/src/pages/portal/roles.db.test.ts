import { allEndpoints } from '@goodword/contract/all-endpoints'
import type { Endpoint } from '@goodword/contract/frame/endpoint'
import { type StaffRole, staffRoles } from '@goodword/domain/staff/staff-role'
import { expect, test } from 'vitest'
import { openBrowser } from '../../testing/staff/browser.ts'
import { addStaff, signedIn } from '../../testing/staff/team.ts'
import { startTestService } from '../../testing/test-service.ts'

const { app, ctx, live, other, owner } = await startTestService()
const people = await Promise.all(staffRoles.map((role) => addStaff(ctx, live, role)))
const browsers = await Promise.all(people.map(({ email }) => signedIn(app, email)))

/** The roles that may call an operation beside reading. Every other operation that is no reading is for owners and admins. */
const wider: Readonly<Record<string, readonly StaffRole[]>> = {
  moderateReferrals: ['owner', 'admin', 'reviewer'],
  blockAccount: ['owner', 'admin', 'reviewer'],
  unblockAccount: ['owner', 'admin', 'reviewer'],
}
const expectedWriters: readonly StaffRole[] = ['owner', 'admin']
/** Operations for owners alone. */
const ownersOnly: readonly string[] = [
  ...['changeStaffRole', 'removeStaff', 'inviteStaff', 'withdrawStaffInvitation', 'listStaffMails'],
  'eraseTestData',
]
/** Operations that need a recent sign-in. */
const careful: readonly string[] = [
  ...[
    'connectProcessor',
    'removeConnection',
    'changeStaffRole',
    'removeStaff',
    'inviteStaff',
    'listStaffMails',
  ],
  ...['createWebhook', 'updateWebhook', 'deleteWebhook', 'rotateWebhookSecret', 'createExport'],
  ...['replaceProgram', 'addDomain', 'giveReward', 'createImport', 'readUserData'],
  ...['createApiKey', 'rollApiKey', 'revokeApiKey', 'rollSigningKey', 'removeDomain', 'eraseTestData'],
]

function expectedRoles({ name, scope }: Endpoint): readonly StaffRole[] {
  if (ownersOnly.includes(name)) return ['owner']
  return wider[name] ?? (scope === 'read' ? staffRoles : ['owner', 'admin'])
}

const forKeys = allEndpoints.filter((it) => it.scope !== null)

/** The parts of the request are invalid: authorization is decided before they are checked. */
function addressOf({ path }: Endpoint): string {
  return `/api/v1/${live.alias}${path.replaceAll(/\{\w+\}/g, 'x')}`
}

test.for(forKeys.map((it) => [it.name, it] as const))(
  '%s is open to its roles alone',
  async ([, operation]) => {
    const answers = await Promise.all(
      browsers.map((browser) =>
        browser.request(operation.method, addressOf(operation), emptyBody(operation)),
      ),
    )
    const allowed = staffRoles.filter(
      (_role, index) => answers[index]?.body.apiErrorCode !== 'INSUFFICIENT_SCOPE',
    )
    expect(allowed).toEqual(expectedRoles(operation))
    expect(answers.filter(({ status }) => status === 401 || status >= 500)).toEqual([])
  },
)

test('owners and admins alone connect the local gateway, to test programs, and get an error without one', async () => {
  const path = (alias: string) => `/portal/local-gateway/${alias}`
  const answers = await Promise.all(browsers.map((it) => it.request('POST', path(`test_${live.alias}`))))
  expect(answers.map(({ body }) => body.apiErrorCode)).toEqual(
    staffRoles.map((role) =>
      expectedWriters.includes(role) ? 'PROCESSOR_UNAVAILABLE' : 'INSUFFICIENT_SCOPE',
    ),
  )
  const [browser] = browsers
  expect((await browser?.request('POST', path(live.alias)))?.body).toMatchObject({ param: 'tenantAlias' })
  for (const stranger of [
    openBrowser(app),
    await signedIn(app, (await addStaff(ctx, other, 'owner')).email),
  ]) {
    expect((await stranger.request('POST', path(`test_${live.alias}`))).status).toBe(401)
  }
  expect((await openBrowser(app).request('GET', '/portal/local-gateway')).status).toBe(401)
})

test('a sign-in of more than 15 minutes ago is not enough for what needs a recent one', async () => {
  const text = `update staff_session set created_at = now() - interval '16 minutes'`
  await owner.query({ name: '', text }, [])
  const [browser] = browsers
  const asked: string[] = []
  for (const operation of forKeys) {
    const answer = await browser?.request(operation.method, addressOf(operation), emptyBody(operation))
    if (answer?.body.apiErrorCode === 'REAUTHENTICATION_REQUIRED') asked.push(operation.name)
  }
  expect(asked.sort()).toEqual([...careful].sort())
})

function emptyBody({ method }: Endpoint) {
  // Not JSON, so that nothing is written.
  return method === 'GET' ? {} : { body: '{', headers: { 'content-type': 'application/json' } }
}
