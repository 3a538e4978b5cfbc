import { createAuthEndpoint } from '@better-auth/core/api'
import { APIError } from '@better-auth/core/error'
import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { passkey } from '@better-auth/passkey'
import { setSessionCookie } from 'better-auth/cookies'
import { betterAuth } from 'better-auth/minimal'
import { genericOAuth, twoFactor } from 'better-auth/plugins'
import {
  ADDRESS_HEADER,
  AUTH_PATH,
  isSecure,
  SSO_PROVIDER,
  sessionCookieName,
} from '../../frame/auth-names.ts'
import type { Context } from '../../frame/context.ts'
import { libraryDatabase } from '../rows/library-database.ts'
import { withHashedSessions } from './hashed-sessions.ts'
import { MAX_PASSWORD, MIN_PASSWORD, passwordHashing } from './password.ts'
import { withPresentSecrets } from './second-factor-secrets.ts'
import { admitInvited } from './single-sign-on.ts'

const DAY_S = 86_400
const SESSION_S = 7 * DAY_S

/** The authentication library as it signs staff in and keeps their sessions. */
export function createStaffAuth(ctx: Context, withSso = false) {
  const { db, ids, baseUrl, secretBox } = ctx
  const adapter = kyselyAdapter(libraryDatabase(db), { type: 'postgres', transaction: true })
  const prefix = isSecure(baseUrl) ? '__Host-goodword' : 'goodword'
  return betterAuth({
    appName: 'Goodword',
    baseURL: new URL(baseUrl).origin,
    basePath: AUTH_PATH,
    secret: secretBox.staffSecrets()[0],
    database: withPresentSecrets(withHashedSessions(adapter), secretBox),
    // Our routes call the functions of the library, none of its own routes is served: limits, origins and errors are ours.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Its messages can hold data of requests. We log its failures ourselves.
    logger: { disabled: true },
    user: {
      modelName: 'staff',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'staff_session',
      expiresIn: SESSION_S,
      updateAge: DAY_S,
      // The function isRecent decides about a recent sign-in: it knows who has nothing to sign in with again.
      freshAge: 0,
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
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
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
    databaseHooks: { account: { create: { before: withoutTokens }, update: { before: withoutTokens } } },
    plugins: [sessionFunctions, secondFactor, passkeys(baseUrl), ...(withSso ? singleSignOn(ctx) : [])],
  })
}

/** The library's name of the cookie between the password and the code. */
const PENDING_COOKIE = 'two_factor'

const secondFactor = twoFactor({
  issuer: 'Goodword',
  // For all addresses together; `second-step.ts` has the bound of each, so that one of them does not lock the account for its owner.
  accountLockout: { enabled: true, maxFailedAttempts: 50, durationSeconds: 3600 },
  schema: {
    user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
    twoFactor: {
      modelName: 'staff_two_factor',
      fields: {
        userId: 'staff_id',
        backupCodes: 'backup_codes',
        failedVerificationCount: 'failed_verification_count',
        lockedUntil: 'locked_until',
      },
    },
  },
})

function passkeys(baseUrl: string) {
  const { hostname, origin } = new URL(baseUrl)
  return passkey({
    rpID: hostname,
    rpName: 'Goodword',
    origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    authentication: {
      // A passkey replaces password and second factor, so its device must have checked the person.
      async afterVerification({ verification }) {
        if (!verification.authenticationInfo.userVerified) throw new APIError('UNAUTHORIZED')
      },
    },
    schema: {
      passkey: {
        modelName: 'staff_passkey',
        fields: {
          userId: 'staff_id',
          publicKey: 'public_key',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  })
}

function singleSignOn(ctx: Context) {
  const { sso } = ctx
  if (sso === null) return []
  const provider = genericOAuth({
    config: [
      {
        providerId: SSO_PROVIDER,
        discoveryUrl: `${sso.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
        clientId: sso.clientId,
        clientSecret: sso.clientSecret,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        requireIdTokenVerification: true,
        disableSignUp: true,
        async mapProfileToUser(profile) {
          const email = String(profile.email ?? '').toLowerCase()
          const name = String(profile.name ?? '') || email
          if (profile.emailVerified === true) await admitInvited(ctx, email, name)
          return { email, name, emailVerified: profile.emailVerified === true }
        },
      },
    ],
  })
  return [provider]
}

/** The tokens of an OpenID provider are not needed after the sign-in, so none is stored. */
async function withoutTokens(account: object) {
  return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } }
}

/** Our own code calls it, so the body is not checked. */
const staffIdBody = { metadata: { $Infer: { body: {} as { staffId: string } } } }

/** The functions that the library lacks; none has an address. */
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
    /** Finds whose sign-in waits for a code, by the cookie that the library sets after the password. */
    readPendingSignIn: createAuthEndpoint.serverOnly({ method: 'GET' }, async (call) => {
      const { name } = call.context.createAuthCookie(PENDING_COOKIE)
      const identifier = await call.getSignedCookie(name, call.context.secret)
      if (typeof identifier !== 'string' || identifier === '') return { staffId: null }
      const found = await call.context.internalAdapter.findVerificationValue(identifier)
      return { staffId: found?.value ?? null }
    }),
    /** The token of the session cookie, or null when its signature is wrong. */
    readSessionToken: createAuthEndpoint.serverOnly({ method: 'GET' }, async (call) => {
      const { name } = call.context.authCookies.sessionToken
      const token = await call.getSignedCookie(name, call.context.secret)
      return { token: typeof token === 'string' && token !== '' ? token : null }
    }),
  },
}
