import type { FastifyInstance } from 'fastify'
import type { Context } from '../../operations/context.ts'
import { type Limits, noLimits } from '../limits/limits.ts'
import { servePortalSession } from './portal-session.ts'
import { serveSignIn } from './sign-in.ts'
import { serveWelcome } from './welcome.ts'

/** The addresses of the portal that belong to no tenant: signing in, and the sessions of staff. */
export function servePortal(app: FastifyInstance, ctx: Context, limits: Limits = noLimits): void {
  servePortalSession(app, ctx)
  serveSignIn(app, ctx, limits)
  serveWelcome(app, ctx, limits)
}
