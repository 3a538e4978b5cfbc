import { allEndpoints } from '@goodword/contract/all-endpoints'
import { expect, test } from 'vitest'
import { auditSentence, outcomeText } from './audit-sentences.ts'

const STAFF = 'staff 019a-5f2e olivia@acme.example'

test.each([
  [
    STAFF,
    'replaceProgram',
    { changed: { cookieDays: [90, 30], name: ['A', 'B'] } },
    'olivia@acme.example changed the program: Life of the tracking cookie, Name',
  ],
  [
    STAFF,
    'replaceProgram',
    { outcome: 'REFUSED', errorCode: 'STALE_VERSION' },
    'olivia@acme.example tried to change the program, which was refused',
  ],
  [
    STAFF,
    'inviteStaff',
    { email: 'bob@acme.example', role: 'admin' },
    'olivia@acme.example invited bob@acme.example as an admin',
  ],
  [
    STAFF,
    'changeStaffRole',
    { before: 'admin', role: 'reviewer' },
    'olivia@acme.example made a member of the team a reviewer',
  ],
  [
    STAFF,
    'updateWebhook',
    { outcome: 'UNCHANGED' },
    'olivia@acme.example changed a webhook, which changed nothing',
  ],
  [
    'key ****4kQx',
    'addDomain',
    { host: 'go.acme.example' },
    'API key ****4kQx added the domain go.acme.example',
  ],
  [
    'key ****4kQx',
    'createImport',
    { kind: 'users', isDryRun: true },
    'API key ****4kQx imported a file of users, as a check only',
  ],
  [
    STAFF,
    'moderateReferrals',
    { actions: [{ referralId: '01a2', action: 'DENY_REFERRED' }] },
    'olivia@acme.example decided about the reward of the friend of referral 01a2',
  ],
  [
    STAFF,
    'moderateReferrals',
    { actionCount: 40, actions: [{ referralId: '01a2', action: 'DENY_REFERRED' }], ownReferrals: ['x'] },
    'olivia@acme.example decided about 40 rewards of referrals, among them their own',
  ],
  ['operator root', 'key.create', {}, 'operator root created an API key'],
  ['service', 'webhook.disable', { reason: 'GONE' }, 'service disabled a webhook that failed'],
  [STAFF, 'staff.sign-in', { outcome: 'REFUSED' }, 'olivia@acme.example tried to sign in, which was refused'],
  [STAFF, 'toString', {}, 'olivia@acme.example did “toString”'],
  [STAFF, 'actionOfLater', {}, 'olivia@acme.example did “actionOfLater”'],
])('%s, %s, %j is a sentence', (actor, action, details, sentence) => {
  const { actor: name, text } = auditSentence({ actor, action, details })
  expect(`${name} ${text}`).toBe(sentence)
})

test('every operation that changes something or shows personal data has words of its own', () => {
  const actions = allEndpoints
    .filter((it) => it.showsPersonalData === true || (it.method !== 'GET' && it.scope !== null))
    .map((it) => it.name)
  expect(actions.length).toBeGreaterThan(30)
  const unknown = actions.filter((action) =>
    auditSentence({ actor: STAFF, action, details: {} }).text.startsWith('did “'),
  )
  expect(unknown).toEqual([])
})

test('a change that was not made says why', () => {
  expect(outcomeText({ outcome: 'REFUSED', errorCode: 'STALE_VERSION' })).toBe('Refused: STALE_VERSION')
  expect(outcomeText({ changed: {} })).toBeNull()
})
