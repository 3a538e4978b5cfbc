import type { AuditEntry } from '@goodword/client'
import { actorText } from '../../../format/actor-text.ts'
import { count } from '../../../format/number-text.ts'
import { roleWords } from '../../../session/role-words.ts'
import { fieldName } from '../../program/program-changes.ts'

type Details = AuditEntry['details']

/** "changed", "change" and what: "the program". */
type Words = readonly [past: string, infinitive: string, object: string | ((details: Details) => string)]

/** Who did what: `olivia@acme.example` and `changed the program: Life of the tracking cookie`. */
export function auditSentence({ action, actor, details }: Pick<AuditEntry, 'action' | 'actor' | 'details'>) {
  const [past, infinitive, what] = wordsOf(action)
  const object = typeof what === 'string' ? what : what(details)
  const [done, tried] = [`${past} ${object}`.trim(), `${infinitive} ${object}`.trim()]
  return { actor: actorText(actor), text: withOutcome(details, done, tried) }
}

/** All actions, each with the name that entries of requests have: "Removed the domain". */
export function auditActions(): readonly { readonly value: string; readonly label: string }[] {
  return Object.entries(words)
    .map(([value, [past, , what]]) => {
      const text = `${past} ${typeof what === 'string' ? what : what({})}`
      return { value, label: text.charAt(0).toUpperCase() + text.slice(1) }
    })
    .toSorted((one, other) => one.label.localeCompare(other.label))
}

function withOutcome({ outcome }: Details, done: string, tried: string): string {
  switch (outcome) {
    case 'REFUSED':
      return `tried to ${tried}, which was refused`
    case 'FAILED':
      return `tried to ${tried}, which failed`
    case 'UNCHANGED':
      return `${done}, which changed nothing`
    default:
      return done
  }
}

/** An action that this page does not know, such as one of a newer service, has its own name. */
function wordsOf(action: string): Words {
  const name = Object.hasOwn(names, action) ? (names[action] ?? action) : action
  const known = Object.hasOwn(words, name) ? words[name] : undefined
  return known ?? ['did', 'do', `“${action}”`]
}

/** Names of API operations in the operator's commands and in the service itself. */
const names: Readonly<Record<string, string>> = {
  'key.create': 'createApiKey',
  'key.roll': 'rollApiKey',
  'key.revoke': 'revokeApiKey',
  'signing-key.roll': 'rollSigningKey',
  'program.set': 'replaceProgram',
  'domain.add': 'addDomain',
  'domain.remove': 'removeDomain',
  'connection.set': 'connectProcessor',
  'connection.remove': 'removeConnection',
  'import.create': 'createImport',
  'export.write': 'createExport',
  'person.erase': 'eraseUser',
  'test-data.erase': 'eraseTestData',
  'webhook.create': 'createWebhook',
  'webhook.change': 'updateWebhook',
  'webhook.remove': 'deleteWebhook',
  'webhook.rotate': 'rotateWebhookSecret',
  'staff.invite': 'inviteStaff',
  'staff.withdraw-invitation': 'withdrawStaffInvitation',
  'staff.change-role': 'changeStaffRole',
  'staff.remove': 'removeStaff',
}

const words: Readonly<Record<string, Words>> = {
  reportPayment: ['reported', 'report', 'a payment'],
  reportPaymentReversal: ['reported', 'report', 'that a payment was reversed'],
  addDomain: ['added', 'add', (it) => named('the domain', it.host)],
  attributeByHand: ['added', 'add', 'a referral'],
  blockAccount: ['blocked', 'block', 'an account'],
  cancelReward: ['cancelled', 'cancel', 'a reward'],
  changeStaffRole: ['made', 'make', (it) => `a member of the team ${roleText(it.role)}`],
  checkDomain: ['checked', 'check', (it) => named('the domain', it.host)],
  checkConnection: ['checked', 'check', 'the connection to the payment processor'],
  connectProcessor: ['connected', 'connect', 'the payment processor'],
  createApiKey: ['created', 'create', (it) => named('the API key', it.name, 'an API key')],
  createExport: ['exported', 'export', (it) => named('', it.kind, 'records')],
  createImport: [
    'imported',
    'import',
    (it) => `a file of ${named('', it.kind, 'records')}${it.isDryRun === true ? ', as a check only' : ''}`,
  ],
  createWebhook: ['added', 'add', 'a webhook'],
  deleteWebhook: ['deleted', 'delete', 'a webhook'],
  eraseTestData: ['erased', 'erase', 'all test data'],
  eraseUser: ['erased', 'erase', 'the data of a person'],
  giveReward: ['gave', 'give', 'a reward'],
  inviteStaff: ['invited', 'invite', (it) => `${textOf(it.email) ?? 'a person'} ${asRole(it.role)}`.trim()],
  linkDiscount: ['set', 'set', 'the discount of an account'],
  mendBill: ['mended', 'mend', 'a bill'],
  moderateReferrals: [
    'decided about',
    'decide about',
    (it) =>
      `${decidedText(it.actions, it.actionCount)}${it.ownReferrals === undefined ? '' : ', among them their own'}`,
  ],
  moveTestClock: ['moved', 'move', 'the test clock'],
  previewMail: ['looked at', 'look at', 'the preview of an e-mail'],
  previewOffer: ['looked at', 'look at', 'the preview of what friends see'],
  forecastProgram: ['looked at', 'look at', 'a forecast of the program'],
  createFraudSimulation: ['tried', 'try', 'fraud rules on past referrals'],
  reconcileConnection: ['compared', 'compare', 'discounts with the payment processor'],
  redeemCredit: ['redeemed', 'redeem', 'credit'],
  removeConnection: ['disconnected', 'disconnect', 'the payment processor'],
  removeDomain: ['removed', 'remove', (it) => named('the domain', it.host)],
  removeStaff: ['removed', 'remove', 'a member of the team'],
  replaceProgram: ['changed', 'change', (it) => `the program${changedFields(it.changed)}`],
  rerunNotification: ['repeated', 'repeat', 'a notification of the payment processor'],
  resendDeliveries: ['sent', 'send', 'events to a webhook again'],
  resendDelivery: ['sent', 'send', 'an event to a webhook again'],
  revokeApiKey: ['revoked', 'revoke', 'an API key'],
  rollApiKey: ['replaced', 'replace', 'an API key'],
  rollSigningKey: ['replaced', 'replace', 'the signing key'],
  rotateWebhookSecret: ['replaced', 'replace', 'the signing secret of a webhook'],
  syncAccount: ['reported', 'report', 'an account'],
  testWebhook: ['sent', 'send', 'a test event to a webhook'],
  unblockAccount: ['unblocked', 'unblock', 'an account'],
  suppressAddress: ['suppressed', 'suppress', 'an address for invitations'],
  updateCode: ['changed', 'change', 'a referral code'],
  chooseCode: ['gave', 'give', 'a person a chosen code'],
  updateWebhook: ['changed', 'change', 'a webhook'],
  upsertUser: ['saved', 'save', 'a person'],
  reportBill: ['reported', 'report', 'a bill'],
  waiveBill: ['waived', 'waive', 'a bill'],
  withdrawStaffInvitation: [
    'withdrew',
    'withdraw',
    (it) => named('the invitation of', it.email, 'an invitation'),
  ],
  'tenant.create': ['created', 'create', 'the program'],
  'tenant.disable': ['disabled', 'disable', 'the program'],
  'tenant.enable': ['enabled', 'enable', 'the program'],
  'secret-key.rotate': ['encrypted', 'encrypt', 'its secrets under a new secret key of the service'],
  'secret-key.replace': ['replaced', 'replace', 'the secret key of the service'],
  'job.retry': ['repeated', 'repeat', 'work that had failed'],
  'statistics.recount': ['counted', 'count', 'the statistics again'],
  'webhook.disable': ['disabled', 'disable', 'a webhook that failed'],
  'domain.verify': ['verified', 'verify', (it) => named('the domain', it.host)],
  'domain.lose': ['lost', 'lose', (it) => named('the proof of the domain', it.host)],
  'staff.join': ['joined', 'join', (it) => `the team ${asRole(it.role)}`.trim()],
  'staff.sign-in': ['signed in', 'sign in', ''],
  'staff.sign-out': ['signed out', 'sign out', ''],
  'staff.rename': ['changed', 'change', 'their own name'],
  'staff.change-password': ['changed', 'change', 'their password'],
  'staff.end-sessions': ['ended', 'end', 'other sessions'],
  'staff.ask-reset': ['asked for', 'ask for', 'a new password'],
  'staff.make-reset-link': ['made', 'make', 'a link for a new password'],
  'staff.reset-password': ['set', 'set', 'a new password by a link'],
  'staff.show-second-factor': ['began', 'begin', 'to set up an authenticator app'],
  'staff.add-second-factor': ['added', 'add', 'an authenticator app'],
  'staff.remove-second-factor': ['removed', 'remove', 'the authenticator app'],
  'staff.show-recovery-codes': ['made', 'make', 'new recovery codes'],
  'staff.add-passkey': ['added', 'add', 'a passkey'],
  'staff.remove-passkey': ['removed', 'remove', 'a passkey'],
  'export.download': ['downloaded', 'download', 'an export'],
  'import.download-rejected': ['downloaded', 'download', 'the rejected rows of an import'],
  readUserData: ['read', 'read', 'everything about a person'],
  readMail: ['read', 'read', 'an e-mail to a person'],
  listStaffMails: ['read', 'read', 'the e-mails to the team'],
  listImportErrors: ['read', 'read', 'the errors of an import'],
  readRejectedRows: ['read', 'read', 'the rejected rows of an import'],
  readNotification: ['read', 'read', 'a notification of the payment processor'],
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** `the domain go.example.com`, or other words where the entry does not say which one. */
function named(noun: string, name: unknown, without = noun): string {
  const text = textOf(name)
  return text === null ? without : `${noun} ${text}`.trim()
}

function roleText(role: unknown): string {
  const known = Object.entries(roleWords)
    .find(([name]) => name === role)?.[1]
    .name.toLowerCase()
  if (known === undefined) return 'a member with another role'
  return /^[aeiou]/.test(known) ? `an ${known}` : `a ${known}`
}

function asRole(role: unknown): string {
  return textOf(role) === null ? '' : `as ${roleText(role)}`
}

/** `: Name, Currency`, in the order of the entry. */
function changedFields(changed: unknown): string {
  const fields = Object.keys(Object(changed))
  if (fields.length === 0) return ''
  const labels = fields.map((it) => fieldName(it) ?? it)
  return `: ${[...new Set(labels)].join(', ')}`
}

/** Says whose reward was decided about, or how many were: "the reward of the friend of referral 01a2…". */
function decidedText(actions: unknown, actionCount: unknown): string {
  const decisions = Array.isArray(actions) ? actions.map((it) => Object(it)) : []
  const [first] = decisions
  if (first === undefined) return 'rewards of referrals'
  const number = typeof actionCount === 'number' ? actionCount : decisions.length
  if (number > 1) return `${count(number, 'reward', 'rewards')} of referrals`
  const side = String(first.action).endsWith('REFERRER') ? 'referrer' : 'friend'
  return `the reward of the ${side} of referral ${first.referralId}`
}

/** Whether the change was made: null if it was. */
export function outcomeText(details: Readonly<Record<string, unknown>>): string | null {
  switch (details.outcome) {
    case 'REFUSED':
      return typeof details.errorCode === 'string' ? `Refused: ${details.errorCode}` : 'Refused'
    case 'FAILED':
      return 'Failed'
    case 'UNCHANGED':
      return 'Nothing changed'
    default:
      return null
  }
}
