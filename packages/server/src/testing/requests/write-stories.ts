import type { endpoints } from '@goodword/contract/all-endpoints'
import type { ReferralId } from '@goodword/domain/values/ids'
import { appealToken } from '../../referring/referrals/appeal.ts'
import { makeImporter } from '../imports/importer.ts'
import { givenBraintreeShop } from '../processor/braintree-shop.ts'
import { addBill } from '../processor/stored-bill.ts'
import { addNotification } from '../processor/stored-notification.ts'
import { signUser } from '../sign.ts'
import { ownerCredentials } from '../staff/credentials.ts'
import { addStaff } from '../staff/team.ts'
import type { TestService } from '../test-service.ts'
import { invitationSettings } from './invitation-settings.ts'

const mailWordOf = (name: string) => name.replaceAll(/[^a-z0-9]/gi, '-')

/** Requests about e-mails of pages, made ready for repeats. */
const mailStories = {
  async inviteFriends(service: TestService, name: string) {
    await service.setProgram(invitationSettings)
    const jwt = signUser(
      service.live.signingKey,
      { accountId: name, id: 'user', firstName: 'Rita' },
      service.clock.now,
    )
    const body = { account_id: name, user_id: 'user', jwt, addresses: [`${mailWordOf(name)}@example.com`] }
    return { path: '/open/invitations', body }
  },
  async chooseMails(service: TestService, name: string) {
    const email = `${mailWordOf(name)}@example.com`
    const jwt = signUser(service.live.signingKey, { accountId: name, id: 'user', email }, service.clock.now)
    const body = { account_id: name, user_id: 'user', jwt, unwanted: ['REWARD_EXPIRING'] }
    return { path: '/open/mail-preferences', body }
  },
  async appealDecision(service: TestService, name: string) {
    const { ctx, live } = service
    const code = await service.addUser(`${name}_referrer`)
    const synced = await service.call('POST', '/accountsync', { body: { id: name, referral: { code } } })
    const { id: referralId } = synced.body.referral as { id: ReferralId }
    await service.call('POST', '/referrals/moderate', { body: { actions: [{ referralId, action: 'PEND' }] } })
    return {
      path: '/open/appeals',
      body: { token: appealToken(ctx, live.alias, referralId), text: 'My sister.' },
    }
  },
  async suppressAddress(_service: TestService, name: string) {
    return { path: '/invitations/suppressions', body: { email: `${mailWordOf(name)}@example.com` } }
  },
}

type Endpoints = typeof endpoints

const simulated = { rule: 'LEAKED_CODE', mode: 'active' }

/** Nothing listens there. */
const receiverUrl = (name: string) => `http://127.0.0.1:1/${encodeURIComponent(name)}`

/** The name of every operation that writes: a new one has no story here and fails the types. */
export type WriteName = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { method: 'GET' } ? never : Name
}[keyof Endpoints]

/** A request that is about something of its own, made ready for it. */
export type Write = {
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
  /** A file instead of JSON. */
  readonly file?: { readonly contentType: string; readonly text: string }
  readonly isTestMode?: boolean
}

/** Prepares a request that succeeds; `name` is not in use yet. */
type Story = (service: TestService, name: string) => Promise<Write>

export const writeStories: Readonly<Record<WriteName, Story>> = {
  async syncAccount(service, name) {
    const code = await service.addUser(`${name}_referrer`)
    await service.addUser(name)
    const subscription = { status: 'PAID', value: 49.9 }
    return { path: '/accountsync', body: { id: name, subscription, referral: { code } } }
  },
  async linkDiscount(service, name) {
    const couponCode = await service.addUser(`${name}_referrer`)
    return { path: '/discount', body: { accountId: name, paymentProviderId: `cus_${name}`, couponCode } }
  },
  async reportBill(service, name) {
    await service.addUser(name)
    const { alias, apiKey: key } = service.live
    await service.call('PUT', '/connection', { alias, key, body: { processor: 'manual' } })
    const bill = { date: service.clock.now, price: 49.9, discount: 0 }
    return { path: '/bills', body: { accountId: name, subscriptionId: `subscription of ${name}`, ...bill } }
  },
  async upsertUser(_service, name) {
    const email = `${name}@example.com`
    return { path: '/user', body: { accountId: name, id: 'user', email, referralCode: `CODE-${name}` } }
  },
  async eraseUser(service, name) {
    await service.addUser(name)
    return { path: `/account/${name}/user/${name}_user` }
  },
  async updateCode(service, name) {
    return { path: `/code/${await service.addUser(name)}`, body: { disabled: true } }
  },
  async chooseCode(service, name) {
    const body = { code: `CO-${await service.addUser(name)}` }
    return { path: `/account/${name}/user/${name}_user/code`, body }
  },
  async chooseOwnCode(service, name) {
    await service.setProgram({ referrersChooseCodes: true })
    const code = `CO-${await service.addUser(name)}`
    const body = { account_id: name, user_id: `${name}_user`, code }
    const user = { accountId: name, id: body.user_id }
    const jwt = signUser(service.live.signingKey, user, service.clock.now)
    return { path: '/open/code', body: { ...body, jwt } }
  },
  async showOnLeaderboard(service, name) {
    const { body } = await writeStories.chooseOwnCode(service, name)
    return { path: '/open/leaderboard', body: { ...Object(body), show: true } }
  },
  async createFraudSimulation({ clock }) {
    // The same request is one simulation within a minute.
    clock.now = Math.ceil(clock.now / 60_000) * 60_000
    return { path: '/fraud-simulations', body: { rules: [simulated] } }
  },
  async blockAccount(service, name) {
    await service.addUser(name)
    return { path: `/account/${name}/block`, body: { reason: 'Makes up friends.' } }
  },
  async unblockAccount(service, name) {
    const { path, body } = await writeStories.blockAccount(service, name)
    await service.call('POST', path, { body })
    return { path: `/account/${name}/unblock`, body: { reason: 'A mistake.' } }
  },
  async reportPayment(service, name) {
    const { body } = await writeStories.syncAccount(service, name)
    await service.call('POST', '/accountsync', { body })
    return { path: '/payments', body: { accountId: name, amount: 30, reference: `payment of ${name}` } }
  },
  async reportPaymentReversal(service, name) {
    const { body } = await writeStories.syncAccount(service, name)
    await service.call('POST', '/accountsync', { body })
    return {
      path: '/payments/reversal',
      body: { accountId: name, kind: 'REFUND', reference: `refund of ${name}` },
    }
  },
  async attributeByHand(service, name) {
    const referralCode = await service.addUser(`${name}_referrer`)
    await service.addUser(name)
    return { path: '/referrals', body: { referralCode, referredAccountId: name, reason: 'Forgot it.' } }
  },
  async moderateReferrals(service, name) {
    const { body } = await service.call('POST', '/accountsync', await writeStories.syncAccount(service, name))
    const { id } = body.referral as { id: string }
    return { path: '/referrals/moderate', body: { actions: [{ referralId: id, action: 'DENY_REFERRER' }] } }
  },
  async giveReward(service, name) {
    await service.addUser(name)
    const reward = { type: 'CREDIT', unit: 'EUR', credit: 500 }
    return { path: '/rewards', body: { accountId: name, reward } }
  },
  async cancelReward(service, name) {
    return { path: `/reward/${await give(service, name)}/cancel` }
  },
  async redeemCredit(service, name) {
    await give(service, name)
    return { path: '/credit/redeem', body: { accountId: name, unit: 'EUR', amount: 200 } }
  },
  async mendBill(service, name) {
    await connect(service)
    const { alias, apiKey: key } = service.test
    await service.call('POST', '/user', { alias, key, body: { accountId: name, id: 'user' } })
    return { path: `/bills/${await addBill(service, alias)}/mend`, isTestMode: true }
  },
  async waiveBill(service, name) {
    await service.addUser(name)
    const path = `/bills/${await addBill(service, service.live.alias)}/waive`
    return { path, body: { reason: 'Agreed with the customer.' } }
  },
  previewMail: async () => ({ path: '/mails/preview', body: { kind: 'FRIEND_JOINED' } }),
  previewOffer: async () => ({ path: '/program/preview', body: { program: {} } }),
  forecastProgram: async () => ({ path: '/program/forecast', body: { price: 20 } }),
  async replaceProgram(service, name) {
    const { body } = await service.call('GET', '/program')
    return { path: '/program', body: { ...body, name } }
  },
  async connectProcessor(service) {
    const { credentials } = await givenBraintreeShop(await service.gateway())
    return { path: '/connection', body: credentials, isTestMode: true }
  },
  async checkConnection(service) {
    await connect(service)
    return { path: '/connection/check', isTestMode: true }
  },
  async reconcileConnection(service) {
    await connect(service)
    return { path: '/connection/reconcile', body: {}, isTestMode: true }
  },
  async removeConnection(service) {
    await connect(service)
    return { path: '/connection', isTestMode: true }
  },
  async rerunNotification(service) {
    const id = await addNotification(service, service.test.alias)
    return { path: `/notifications/${id}/rerun`, isTestMode: true }
  },
  async createExport(service) {
    // An unfinished export would be answered.
    await service.owner.query({ name: '', text: 'delete from app.export' }, [])
    return { path: '/exports', body: { kind: 'users', format: 'csv' } }
  },
  async createWebhook(service, name) {
    await removeReceivers(service)
    return { path: '/webhooks', body: { url: receiverUrl(name), types: ['test'] }, isTestMode: true }
  },
  async updateWebhook(service, name) {
    return { path: await addReceiver(service, name), body: { description: name }, isTestMode: true }
  },
  async deleteWebhook(service, name) {
    return { path: await addReceiver(service, name), isTestMode: true }
  },
  async rotateWebhookSecret(service, name) {
    return { path: `${await addReceiver(service, name)}/rotate`, isTestMode: true }
  },
  async testWebhook(service, name) {
    return { path: `${await addReceiver(service, name)}/test`, isTestMode: true }
  },
  async resendDelivery(service, name) {
    const { alias, apiKey: key } = service.test
    const { path } = await writeStories.testWebhook(service, name)
    const { body } = await service.call('POST', path, { alias, key })
    return { path: `/deliveries/${String(body.id)}/resend`, isTestMode: true }
  },
  async resendDeliveries(service, name) {
    return { path: `${await addReceiver(service, name)}/resend`, body: { from: 0 }, isTestMode: true }
  },
  async inviteStaff(_service, name) {
    return { path: '/staff-invitations', body: { email: `${wordOf(name)}@example.com`, role: 'admin' } }
  },
  async withdrawStaffInvitation(service, name) {
    const { path, body } = await writeStories.inviteStaff(service, name)
    const owner = await ownerCredentials(service, service.live)
    const { body: invitation } = await service.call('POST', path, { ...owner, body })
    return { path: `${path}/${String(invitation.id)}` }
  },
  async changeStaffRole(service, name) {
    const { staffId } = await addStaff(service.ctx, service.live, 'admin', `${wordOf(name)}@example.com`)
    return { path: `/staff/${staffId}`, body: { role: 'analyst' } }
  },
  async removeStaff(service, name) {
    return { path: (await writeStories.changeStaffRole(service, name)).path }
  },
  async requestPageSignIn(service, name) {
    const { body } = await service.call('GET', '/program')
    const emails = Object.assign({ fromAddress: 'shop@example.com' }, body.emails)
    await service.setProgram({ ...body, hostedPage: { enabled: true }, emails })
    return { path: '/open/page/sign-in', body: { email: `${name}@example.com` } }
  },
  async identify(service, name) {
    const referral_code = await service.addUser(`${name}_referrer`)
    const person = { account_id: name, user_id: 'user', email: `${name}@example.com` }
    return { path: '/open/identify', body: { ...person, referral_code, account_status: 'PAID' } }
  },
  async enterCode(service, name) {
    const { signingKey } = service.live
    const referral_code = await service.addUser(`${name}_referrer`)
    const jwt = signUser(signingKey, { accountId: name, id: 'user' }, service.clock.now)
    return { path: '/open/friend-code', body: { account_id: name, user_id: 'user', jwt, referral_code } }
  },
  async loadWidget(service, name) {
    return { ...(await writeStories.identify(service, name)), path: '/open/widget' }
  },
  ...mailStories,
  async createImport(service, name) {
    // Only some may wait.
    await makeImporter(service).work()
    const text = `accountId,id\n${name},user\n`
    return { path: '/imports?kind=users', file: { contentType: 'text/csv', text } }
  },
  async createApiKey(service, name) {
    // Only some may work.
    await service.owner.query({ name: '', text: 'delete from app.api_key where name is not null' }, [])
    return { path: '/api-keys', body: { name, scopes: ['read'] } }
  },
  async rollApiKey(service, name) {
    return { path: `${await addApiKey(service, name)}/roll`, body: { overlapHours: 1 } }
  },
  async revokeApiKey(service, name) {
    return { path: await addApiKey(service, name) }
  },
  async rollSigningKey(service) {
    // A repetition within five minutes is a retry.
    service.clock.now += 300_001
    return { path: '/signing-keys/roll', body: { overlapHours: 1 } }
  },
  async addDomain(service, name) {
    // A tenant has few of them.
    for (const table of ['custom_domain', 'domain_claim']) {
      await service.owner.query({ name: '', text: `delete from app.${table}` }, [])
    }
    return { path: '/domains', body: { domain: `${name.toLowerCase()}.example.com` } }
  },
  async checkDomain(service, name) {
    const { path, body } = await writeStories.addDomain(service, name)
    const { proof } = Object((await service.call('POST', path, { body })).body)
    service.texts.set(proof.name, [proof.value])
    return { path: `/domains/${name.toLowerCase()}.example.com/check` }
  },
  async removeDomain(service, name) {
    const { path, body } = await writeStories.addDomain(service, name)
    await service.call('POST', path, { body })
    return { path: `/domains/${name.toLowerCase()}.example.com` }
  },
  async eraseTestData(service) {
    // An unfinished erasure would be answered.
    await service.owner.query({ name: '', text: 'delete from app.test_data_erasure' }, [])
    await service.owner.query({ name: '', text: `delete from app.job where kind = 'ERASE_TEST_DATA'` }, [])
    return { path: '/test-data/erase', body: { confirm: service.test.alias }, isTestMode: true }
  },
  async moveTestClock(service) {
    const { alias, apiKey: key } = service.test
    const { body } = await service.call('GET', '/test/clock', { alias, key })
    return { path: '/test/clock', body: { now: Number(body.now) + 86_400_000 }, isTestMode: true }
  },
}

async function connect(service: TestService): Promise<void> {
  const { path, body } = await writeStories.connectProcessor(service, '')
  const { alias, apiKey: key } = service.test
  await service.call('PUT', path, { alias, key, body })
}

async function addApiKey(service: TestService, name: string): Promise<string> {
  const { path, body } = await writeStories.createApiKey(service, name)
  const { body: key } = await service.call('POST', path, { body })
  return `/api-keys/${String(key.id)}`
}

async function give(service: TestService, name: string): Promise<string> {
  const { path, body } = await writeStories.giveReward(service, name)
  const { body: reward } = await service.call('POST', path, { body, headers: { 'idempotency-key': name } })
  return String(reward.id)
}

export function isWriteName(name: string): name is WriteName {
  return Object.hasOwn(writeStories, name)
}

/** The part of an e-mail address before the `@`. */
const wordOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '-')

/** A tenant has few receivers, so a new one may need room. */
async function removeReceivers(service: TestService): Promise<void> {
  const { alias, apiKey: key } = service.test
  const { body: list } = await service.call('GET', '/webhooks?limit=1000', { alias, key })
  for (const { id } of list.webhooks as { id: string }[]) {
    await service.call('DELETE', `/webhooks/${id}`, { alias, key })
  }
}

/** Returns the path of a new receiver. */
async function addReceiver(service: TestService, name: string): Promise<string> {
  const { alias, apiKey: key } = service.test
  await removeReceivers(service)
  const { body } = await service.call('POST', '/webhooks', { alias, key, body: { url: receiverUrl(name) } })
  return `/webhooks/${String(body.id)}`
}
