import { randomBytes } from 'node:crypto'
import type { ReferralId } from '@goodword/domain/values/ids'
import { createTenant, type NamedKeys } from '../../administration/tenants/create-tenant.ts'
import { appealToken } from '../../referring/referrals/appeal.ts'
import { merchantAt } from '../merchant.ts'
import { givenBraintreeShop } from '../processor/braintree-shop.ts'
import { addBill } from '../processor/stored-bill.ts'
import { addNotification } from '../processor/stored-notification.ts'
import { ownerCredentials } from '../staff/credentials.ts'
import { addStaff } from '../staff/team.ts'
import { LANDING_PAGE, type TestService } from '../test-service.ts'
import { invitationSettings } from './invitation-settings.ts'
import type { World } from './known-values.ts'

const YEAR_MS = 31_536_000_000

/** A test tenant of its own in which there is something of everything, so that requests have something to name. */
export async function makeWorld(service: TestService): Promise<{ keys: NamedKeys; world: World }> {
  const alias = `w${randomBytes(6).toString('hex')}`
  const { test: keys } = await createTenant(service.operator, { alias, landingPage: LANDING_PAGE })
  const merchant = merchantAt(service.call, keys)
  const { version } = await merchant.program({
    ...invitationSettings,
    landingPage: LANDING_PAGE,
    referrersChooseCodes: true,
    leaderboard: 'RANK_ONLY',
    hostedPage: { enabled: true, joinByEmail: true },
  })
  // The last has no referrer and never paid.
  const accountIds = ['ada', 'bob', 'eve', 'dan']
  // The same users everywhere, so that any account and any user make a pair.
  const userIds = ['u1']
  const codes: string[] = []
  for (const accountId of accountIds) {
    const person = {
      accountId,
      id: 'u1',
      firstName: 'Ann',
      lastName: 'Lee',
      email: `${accountId}@example.com`,
    }
    codes.push(String((await merchant.requestOk('POST', '/user', person)).referralCode))
  }
  const [code = ''] = codes
  await merchant.sync('bob', { subscription: { status: 'PAID', value: 49.9 }, referral: { code } })
  await merchant.sync('eve', { subscription: { status: 'TRIAL' }, referral: { code } })
  const rewards = []
  for (const accountId of accountIds) {
    for (const unit of ['EUR', 'COFFEE']) {
      rewards.push(await merchant.give(accountId, { type: 'CREDIT', unit, credit: 1000 }))
    }
    rewards.push(await merchant.give(accountId, { type: 'FEATURE', featureType: 'SEAT', quantity: 1 }))
  }
  const referrals = [await merchant.referral('bob'), await merchant.referral('eve')]
  const { credentials } = await givenBraintreeShop(await service.gateway())
  await merchant.requestOk('PUT', '/connection', credentials)
  const exported = await merchant.requestOk('POST', '/exports', { kind: 'users', format: 'csv' })
  const mailId = await addMail(service, keys.alias)
  const webhook = await merchant.requestOk('POST', '/webhooks', { url: 'http://127.0.0.1:1/' })
  const delivery = await merchant.requestOk('POST', `/webhooks/${String(webhook.id)}/test`)
  const { body: file } = await service.call('POST', '/imports?kind=users', {
    alias: keys.alias,
    key: keys.apiKey,
    body: 'accountId,id\nada,u1\n',
    headers: { 'content-type': 'text/csv' },
  })
  const apiKey = await merchant.requestOk('POST', '/api-keys', { name: 'Shop server', scopes: ['read'] })
  await merchant.requestOk('POST', '/domains', { domain: `${alias}.example.com` })
  const { staffId } = await addStaff(service.ctx, keys, 'analyst')
  const { body: invitation } = await service.call('POST', '/staff-invitations', {
    alias: keys.alias,
    ...(await ownerCredentials(service, keys)),
    body: { email: 'invited@example.com', role: 'analyst' },
  })
  const simulated = await merchant.requestOk('POST', '/fraud-simulations', {
    rules: [{ rule: 'LEAKED_CODE', mode: 'active' }],
  })
  const { nextCursor } = await merchant.requestOk('GET', '/rewards?limit=2')
  return {
    keys,
    world: {
      alias: keys.alias,
      accountIds,
      userIds,
      codes: [...codes, ` ${code.toLowerCase()} `],
      others: {
        referralId: referrals.map((it) => String(it.id)),
        rewardId: rewards.map((it) => String(it.id)),
        exportId: [String(exported.id)],
        mailId: [mailId],
        webhookId: [String(webhook.id)],
        deliveryId: [String(delivery.id)],
        billId: [await addBill(service, keys.alias)],
        notificationId: [await addNotification(service, keys.alias)],
        importId: [String(file.id)],
        // No request is sent with this key.
        keyId: [String(apiKey.id)],
        domain: [`${alias}.example.com`],
        staffId: [staffId],
        invitationId: [String(invitation.id)],
        unit: ['EUR', 'COFFEE'],
        cursor: [String(nextCursor)],
        referralsCursor: [String(nextCursor)],
        rewardsCursor: [String(nextCursor)],
        simulationId: [String(simulated.id)],
        token: [await givenAppeal(service, keys, code)],
      },
      later: service.clock.now + 10 * YEAR_MS,
      credentials,
      version: Number(version),
    },
  }
}

/** The token of a link by which a referrer writes about a referral that staff hold. */
async function givenAppeal(service: TestService, keys: NamedKeys, code: string): Promise<string> {
  const merchant = merchantAt(service.call, keys)
  await merchant.sync('cal', { referral: { code } })
  const { id } = await merchant.referral('cal')
  const actions = [{ referralId: id, action: 'PEND' }]
  await merchant.requestOk('POST', '/referrals/moderate', { actions })
  return appealToken(service.ctx, keys.alias, id as ReferralId)
}

/** An e-mail to the first user of the tenant. */
async function addMail({ owner }: TestService, alias: string): Promise<string> {
  const [mail] = await owner.query<{ id: string }>(
    {
      name: '',
      text: `insert into app.mail
          (tenant_id, id, kind, subject, account_id, user_id, state, reason, attempts, due_at, created_at, finished_at)
        select p.tenant_id, gen_random_uuid(), 'FRIEND_JOINED', p.id, p.account_id, p.id, 'KEPT', 'TEST_MODE', 0, now(), now(), now()
        from app.account_user p
        where p.tenant_id = $1
        order by p.id
        limit 1
        returning id`,
    },
    [alias],
  )
  if (mail === undefined) throw new Error('e-mail not found after insert')
  return mail.id
}
