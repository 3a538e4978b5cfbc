import type { InitFields } from '@goodword/client-script/goodword.d'

/** Who is signed in; IDs are your own, as strings. */
export type GoodwordUser = {
  readonly accountId: string
  /** Unique within the account. */
  readonly userId: string
  readonly email?: string | null | undefined
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
  /** The customer at your payment processor. */
  readonly paymentProviderId?: string | null | undefined
  /** A code that the user typed in. */
  readonly referralCode?: string | null | undefined
  readonly accountStatus?: InitFields['account_status'] | undefined
  /** Language of the widget, such as `de-AT`; that of the page by default. */
  readonly locale?: string | null | undefined
}

/** Gets a signed token for the user from your server; an empty one when there is no session. */
export type TokenSource = () => Promise<string | null> | string | null

export type GoodwordOptions = {
  /** Where the service is, such as `https://goodword.example.com`; a path of your own host when a proxy leads to it. */
  readonly url: string
  readonly tenantAlias: string
  /** Without a user the codes of share links are kept, and no one is identified. */
  readonly user?: GoodwordUser | null | undefined
  /** A signed token, or the function that gets one; it is called again when a token has expired. */
  readonly token?: TokenSource | string | null | undefined
  /** `v1`, the newest script whose version begins with 1, or an exact version such as `1.0.0`. */
  readonly version?: string | undefined
  /** The hash of an exact version, as `/s/releases.json` has it. */
  readonly integrity?: string | undefined
  /** The nonce by which your content security policy allows the script. */
  readonly nonce?: string | undefined
  /** The name of the global array with the commands, when `_gw` is taken. */
  readonly queue?: string | undefined
}

/** The fields of the script's `init`, without the token. */
export function initFields({ tenantAlias, user }: GoodwordOptions): InitFields {
  if (!user) return { tenant_alias: tenantAlias }
  return {
    tenant_alias: tenantAlias,
    account_id: user.accountId,
    user_id: user.userId,
    email: user.email ?? null,
    first_name: user.firstName ?? null,
    last_name: user.lastName ?? null,
    payment_provider_id: user.paymentProviderId ?? null,
    referral_code: user.referralCode ?? null,
    account_status: user.accountStatus ?? null,
    locale: user.locale ?? null,
  }
}
