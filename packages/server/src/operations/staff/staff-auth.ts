import type { Context } from '../context.ts'
import type { createStaffAuth } from './auth-library.ts'
import { SSO_PROVIDER } from './auth-names.ts'

export type StaffAuth = ReturnType<typeof createStaffAuth>

/**
 * The authentication library, configured once per process. It is loaded at its first use: it is a quarter of all modules, and a
 * worker, or a process whose portal is not open, needs none of them.
 */
export function staffAuth(ctx: Context): Promise<StaffAuth> {
  return ctx.singleton(plainStaffAuth)
}

async function plainStaffAuth(ctx: Context): Promise<StaffAuth> {
  const { createStaffAuth } = await import('./auth-library.ts')
  return createStaffAuth(ctx)
}

/**
 * The same with the OpenID provider, whose addresses it reads first; null while the provider cannot be reached, and at the next
 * call it is asked again.
 */
export async function ssoAuth(ctx: Context): Promise<StaffAuth | null> {
  const { createStaffAuth } = await import('./auth-library.ts')
  const known = ctx.singleton(ssoHolder)
  const auth = known.auth ?? createStaffAuth(ctx, true)
  const { socialProviders } = await auth.$context
  const isThere = socialProviders.some((it) => it.id === SSO_PROVIDER)
  known.auth = isThere ? auth : null
  return isThere ? auth : null
}

function ssoHolder(): { auth: StaffAuth | null } {
  return { auth: null }
}
