import { SSO_PROVIDER } from '../../frame/auth-names.ts'
import type { Context } from '../../frame/context.ts'
import type { createStaffAuth } from './auth-library.ts'

export type StaffAuth = ReturnType<typeof createStaffAuth>

/**
 * The authentication library, configured once per process and secret key. It is loaded at its first use: it is a quarter of all
 * modules, and a worker, or a process whose portal is not open, needs none of them.
 */
export function staffAuth(ctx: Context): Promise<StaffAuth> {
  return heldUnder(ctx, ctx.singleton(plainHolder), async (origin) => {
    const { createStaffAuth } = await import('./auth-library.ts')
    return createStaffAuth(origin)
  })
}

/**
 * The authentication with the OpenID provider, whose addresses it reads first; null while the provider cannot be
 * reached, and at the next call it is asked again.
 */
export async function ssoAuth(ctx: Context): Promise<StaffAuth | null> {
  const holder = ctx.singleton(ssoHolder)
  const auth = await heldUnder(ctx, holder, async (origin) => {
    const { createStaffAuth } = await import('./auth-library.ts')
    return createStaffAuth(origin, true)
  })
  const { socialProviders } = await auth.$context
  const isThere = socialProviders.some((it) => it.id === SSO_PROVIDER)
  if (!isThere) holder.known = null
  return isThere ? auth : null
}

type Holder = {
  readonly origin: Context
  known: { readonly secret: string; readonly auth: Promise<StaffAuth> } | null
}

/** The library's instance for the current secret, or a new one. */
function heldUnder(
  { secretBox }: Context,
  holder: Holder,
  make: (origin: Context) => Promise<StaffAuth>,
): Promise<StaffAuth> {
  const [secret] = secretBox.staffSecrets()
  if (holder.known?.secret !== secret) holder.known = { secret, auth: make(holder.origin) }
  return holder.known.auth
}

function plainHolder(origin: Context): Holder {
  return { origin, known: null }
}

function ssoHolder(origin: Context): Holder {
  return { origin, known: null }
}
