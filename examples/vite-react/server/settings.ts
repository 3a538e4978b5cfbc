/** The settings of the environment; the keys are those of the program. */
export const settings = {
  port: Number(process.env.PORT ?? 3000),
  goodwordUrl: process.env.GOODWORD_URL ?? 'http://127.0.0.1:4000',
  tenantAlias: process.env.GOODWORD_TENANT ?? 'acme',
  apiKey: process.env.GOODWORD_API_KEY ?? '',
  signingKey: process.env.GOODWORD_SIGNING_KEY ?? '',
  /** Your widest domain, such as `example.com`, when links lead to one host and sign-up is on another. */
  cookieDomain: process.env.COOKIE_DOMAIN ?? '',
  isHttps: process.env.HTTPS === 'on',
}
