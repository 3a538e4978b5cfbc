/** The signed fields of a page's user; omitted fields count as unsigned. */
export type SignedUser = {
  /** Your ID for the account. */
  readonly accountId: string
  /** Your ID for the user; unique within the account. */
  readonly id: string
  readonly email?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  /** The language of the person’s e-mails, as a language tag such as `pt-BR`. */
  readonly locale?: string | undefined
  /** The ID of the customer at your payment processor. */
  readonly paymentProviderId?: string | null | undefined
  /** A referral code that the person gave. */
  readonly referralCode?: string | undefined
  /** `PAID` converts the referral of the account. */
  readonly accountStatus?: string | undefined
}

export type SignUserOptions = {
  /** The signing key of the program, `gw_sign_…`. Belongs on servers: never put it into a page. */
  readonly signingKey: string
  /** How long the token counts, in seconds; an hour by default, 30 days at most. */
  readonly expiresInSeconds?: number
}

const HOUR_SECONDS = 3600
const MAX_SECONDS = 30 * 24 * HOUR_SECONDS

/**
 * A token for a page, passed to the script as `jwt`: it identifies the user of the page, and cannot be created in a
 * browser. A JWT, signed with HMAC-SHA256. Needs WebCrypto, which Node has had since 20.
 *
 * @throws TypeError if the signing key is none, or the token would count for more than 30 days
 */
export async function signUser(user: SignedUser, options: SignUserOptions): Promise<string> {
  const { signingKey, expiresInSeconds = HOUR_SECONDS } = options
  if (!signingKey.startsWith('gw_sign_')) {
    throw new TypeError('signingKey must be the signing key of a program, which begins with "gw_sign_".')
  }
  if (!(expiresInSeconds > 0 && expiresInSeconds <= MAX_SECONDS)) {
    throw new TypeError('expiresInSeconds must be more than 0 and at most 30 days.')
  }
  const issuedAt = Math.floor(Date.now() / 1000)
  const claims = { user, iat: issuedAt, exp: issuedAt + Math.floor(expiresInSeconds) }
  const text = `${base64Url(utf8({ alg: 'HS256', typ: 'JWT' }))}.${base64Url(utf8(claims))}`
  return `${text}.${base64Url(await hmac(signingKey, text))}`
}

async function hmac(key: string, text: string): Promise<Uint8Array> {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', encoder.encode(key), algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, encoder.encode(text)))
}

function utf8(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value))
}

function base64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

// The package is written for no platform in particular; these are of every browser and of Node since 20.
declare const TextEncoder: new () => { encode(text: string): Uint8Array }
declare const btoa: (text: string) => string
declare const crypto: {
  readonly subtle: {
    importKey(
      format: 'raw',
      key: Uint8Array,
      algorithm: { readonly name: string; readonly hash: string },
      extractable: false,
      usages: readonly ['sign'],
    ): Promise<unknown>
    sign(algorithm: 'HMAC', key: unknown, data: Uint8Array): Promise<ArrayBuffer>
  }
}
