import type { FastifyInstance } from 'fastify'
import type { LocalGateway } from '../../billing/connections/local-gateway.ts'
import type { Context } from '../../frame/context.ts'
import { clientOf } from '../../frame/http/limits/client.ts'
import { type Limits, noLimits } from '../../frame/http/limits/limits.ts'
import { serveAccount } from './account.ts'
import { serveAssistantWrites } from './assistants/assistant-writes.ts'
import { serveAssistants } from './assistants/assistants.ts'
import { serveTeamAssistants } from './assistants/team-assistants.ts'
import { serveInvitation } from './invitation.ts'
import { serveLocalGateway } from './local-gateway.ts'
import { servePasskeys } from './passkeys.ts'
import { servePasswordReset } from './password-reset.ts'
import { servePortalSession } from './portal-session.ts'
import { serveSecondFactor } from './second-factor.ts'
import { serveSignIn } from './sign-in.ts'
import { serveSingleSignOn } from './single-sign-on.ts'
import { serveWelcome } from './welcome.ts'

export type PortalOptions = {
  readonly limits?: Limits
  /** The payment processor on this machine that the start opened; null while there is none. */
  readonly localGateway?: () => LocalGateway | null
}

/** The addresses of the portal that belong to no tenant: signing in, and the sessions of staff. */
export function servePortal(
  app: FastifyInstance,
  ctx: Context,
  { limits = noLimits, localGateway = () => null }: PortalOptions,
): void {
  // A plugin of its own, whose hook applies to these addresses alone.
  void app.register(async (portal) => {
    portal.addHook('onRequest', async (request, reply) => {
      // Anybody can send a body here: its address is counted before it is read.
      if (request.method !== 'GET') await limits.admitPortal(reply, clientOf(request))
    })
    servePortalSession(portal, ctx)
    serveSignIn(portal, ctx, limits)
    serveWelcome(portal, ctx, limits)
    serveInvitation(portal, ctx, limits)
    servePasswordReset(portal, ctx, limits)
    serveAccount(portal, ctx, limits)
    serveSecondFactor(portal, ctx, limits)
    servePasskeys(portal, ctx, limits)
    serveSingleSignOn(portal, ctx, limits)
    serveAssistants(portal, ctx)
    serveAssistantWrites(portal, ctx)
    serveTeamAssistants(portal, ctx)
    serveLocalGateway(portal, ctx, localGateway)
  })
}
