import { createAuthEndpoint } from '@better-auth/core/api'
import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { setSessionCookie } from 'better-auth/cookies'
import { betterAuth } from 'better-auth/minimal'
import { libraryDatabase } from '../../store/staff/library-database.ts'
import type { Context } from '../context.ts'
import { LONGEST_PASSWORD, passwordHashing, SHORTEST_PASSWORD } from './password.ts'

export const AUTH_PATH = '/portal/auth'

/** The client's address, which our own code takes from the connection or from trusted proxies. */
export const ADDRESS_HEADER = 'x-goodword-client-address'

const DAY_S = 86_400
const SESSION_S = 7 * DAY_S

export type StaffAuth = ReturnType<typeof createStaffAuth>

/** The authentication library, configured once per process. It signs staff in and keeps their sessions. */
export function staffAuth(ctx: Context): StaffAuth {
  return ctx.singleton(createStaffAuth)
}

/** The name of the session cookie. On https only this host can set it, for the whole host. */
export function sessionCookieName(baseUrl: string): string {
  return isSecure(baseUrl) ? '__Host-goodword_session' : 'goodword_session'
}

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:')

function createStaffAuth({ db, ids, baseUrl, secretBox }: Context) {
  const prefix = isSecure(baseUrl) ? '__Host-goodword' : 'goodword'
  return betterAuth({
    appName: 'Goodword',
    baseURL: new URL(baseUrl).origin,
    basePath: AUTH_PATH,
    secret: secretBox.staffSecret,
    database: kyselyAdapter(libraryDatabase(db), { type: 'postgres', transaction: true }),
    // Our routes call the functions of the library, none of its own routes is served: limits, origins and errors are ours.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Its messages can hold what was sent. What fails is logged by us.
    logger: { disabled: true },
    user: {
      modelName: 'staff',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'staff_session',
      expiresIn: SESSION_S,
      updateAge: DAY_S,
      fields: {
        userId: 'staff_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      modelName: 'staff_credential',
      encryptOAuthTokens: true,
      fields: {
        userId: 'staff_id',
        accountId: 'subject',
        providerId: 'provider',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'staff_verification',
      storeIdentifier: 'hashed',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      password: passwordHashing,
    },
    advanced: {
      database: { generateId: () => ids.make<string>(Date.now()) },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      cookiePrefix: prefix,
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure(baseUrl), sameSite: 'lax', httpOnly: true, path: '/' },
      cookies: { session_token: { name: sessionCookieName(baseUrl) } },
      // Our routes check origins before they call the library, also where it would not.
      disableOriginCheck: true,
      disableCSRFCheck: true,
    },
    plugins: [sessionFunctions],
  })
}

/** Our own code calls it, so the body is not checked. */
const staffIdBody = { metadata: { $Infer: { body: {} as { staffId: string } } } }

/** What the library has no function for; none of it has an address. */
const sessionFunctions = {
  id: 'goodword-sessions',
  endpoints: {
    /** Signs a person in who proved who they are by a one-time link. */
    signInStaff: createAuthEndpoint.serverOnly({ method: 'POST', ...staffIdBody }, async (call) => {
      const user = await call.context.internalAdapter.findUserById(call.body.staffId)
      if (!user) throw new Error('staff not found after the use of their link')
      const session = await call.context.internalAdapter.createSession(user.id)
      await setSessionCookie(call, { session, user })
      return call.json({})
    }),
    /** The token of the session cookie, or null when its signature is wrong. */
    readSessionToken: createAuthEndpoint.serverOnly({ method: 'GET' }, async (call) => {
      const { name } = call.context.authCookies.sessionToken
      const token = await call.getSignedCookie(name, call.context.secret)
      return { token: typeof token === 'string' && token !== '' ? token : null }
    }),
  },
}
