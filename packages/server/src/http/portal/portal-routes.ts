import type { FastifyInstance } from 'fastify'
import type { Context } from '../../operations/context.ts'
import { type Limits, noLimits } from '../limits/limits.ts'
import { serveAccount } from './account.ts'
import { serveInvitation } from './invitation.ts'
import { servePasskeys } from './passkeys.ts'
import { servePasswordReset } from './password-reset.ts'
import { servePortalSession } from './portal-session.ts'
import { serveSecondFactor } from './second-factor.ts'
import { serveSignIn } from './sign-in.ts'
import { serveSingleSignOn } from './single-sign-on.ts'
import { serveWelcome } from './welcome.ts'

/** The addresses of the portal that belong to no tenant: signing in, and the sessions of staff. */
export function servePortal(app: FastifyInstance, ctx: Context, limits: Limits = noLimits): void {
  servePortalSession(app, ctx)
  serveSignIn(app, ctx, limits)
  serveWelcome(app, ctx, limits)
  serveInvitation(app, ctx, limits)
  servePasswordReset(app, ctx, limits)
  serveAccount(app, ctx, limits)
  serveSecondFactor(app, ctx, limits)
  servePasskeys(app, ctx, limits)
  serveSingleSignOn(app, ctx, limits)
}
