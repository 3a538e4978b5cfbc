export const AUTH_PATH = '/portal/auth'

/** The client's address, which our own code takes from the connection or from trusted proxies. */
export const ADDRESS_HEADER = 'x-goodword-client-address'

/** The name of the provider in the library. */
export const SSO_PROVIDER = 'sso'

/** The name of the session cookie. On https only this host can set it, for the whole host. */
export function sessionCookieName(baseUrl: string): string {
  return isSecure(baseUrl) ? '__Host-goodword_session' : 'goodword_session'
}

/** Whether browsers reach the service over https. */
export const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:')
