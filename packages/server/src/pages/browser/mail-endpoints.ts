import { endpoints } from '@goodword/contract/all-endpoints'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { readSettings } from '../../frame/program/read-settings.ts'
import { invitationsOff, inviteFriends } from '../../outbound/mails/invite-friends.ts'
import { choosePreferences } from '../../outbound/mails/preferences.ts'
import { appealReferral } from '../../referring/referrals/appeal.ts'
import { identifyUser } from './identify-user.ts'

/** The endpoints of pages by which users manage e-mails, in signed calls. */
export function browserMailEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.inviteFriends, async (ctx, { tenant: { tenantId }, body, header, address }) => {
    // A request that is refused leaves nothing behind, so this comes before the identification.
    if ((await readSettings(ctx, tenantId)).invitations === 'OFF') throw invitationsOff()
    const user = await identifyUser(ctx, tenantId, body, { header, address }, { mustBeSigned: true })
    return inviteFriends(ctx, tenantId, user, body.addresses)
  })
  /** The token is the key: it comes from an e-mail to the referrer. */
  serve(endpoints.appealDecision, async (ctx, { tenant: { tenantId }, body }) => {
    await appealReferral(ctx, tenantId, body)
    return { received: true }
  })
  serve(endpoints.chooseMails, async (ctx, { tenant: { tenantId }, body, header, address }) => {
    const user = await identifyUser(ctx, tenantId, body, { header, address }, { mustBeSigned: true })
    const { subscribed: isSubscribed, unwanted } = body
    return choosePreferences(ctx, tenantId, user, {
      ...(isSubscribed === undefined ? {} : { isSubscribed }),
      ...(unwanted === undefined ? {} : { unwanted: new Set(unwanted) }),
    })
  })
}
