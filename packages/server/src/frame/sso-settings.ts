/** The OpenID provider of an installation, as the operator configured it. */
export type SsoSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What the sign-in page calls it. */
  readonly name: string
}
