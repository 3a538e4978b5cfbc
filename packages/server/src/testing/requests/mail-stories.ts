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
  async suppressAddress(_service: TestService, name: string) {
    return { path: '/invitations/suppressions', body: { email: `${wordOf(name)}@example.com` } }
  },
}
