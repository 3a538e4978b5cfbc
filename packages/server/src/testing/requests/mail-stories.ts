import type { ReferralId } from '@goodword/domain/values/ids'
import { appealToken } from '../../referring/referrals/appeal.ts'
import { signUser } from '../sign.ts'
import type { TestService } from '../test-service.ts'
import { invitationsOn } from './invitations-on.ts'

const wordOf = (name: string) => name.replaceAll(/[^a-z0-9]/gi, '-')

/** Requests about e-mails of pages, made ready for repeats. */
export const mailStories = {
  async inviteFriends(service: TestService, name: string) {
    await invitationsOn(service)
    const jwt = signUser(
      service.live.signingKey,
      { accountId: name, id: 'user', firstName: 'Rita' },
      service.clock.now,
    )
    const body = { account_id: name, user_id: 'user', jwt, addresses: [`${wordOf(name)}@example.com`] }
    return { path: '/open/invitations', body }
  },
  async chooseMails(service: TestService, name: string) {
    const email = `${wordOf(name)}@example.com`
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
    return { path: '/invitations/suppressions', body: { email: `${wordOf(name)}@example.com` } }
  },
}
