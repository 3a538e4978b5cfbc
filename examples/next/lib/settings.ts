/** The settings of the environment at run time; the keys are those of the program and stay on the server. */
export const settings = {
  get goodwordUrl() {
    return process.env.GOODWORD_URL ?? 'http://127.0.0.1:4000'
  },
  get tenantAlias() {
    return process.env.GOODWORD_TENANT ?? 'acme'
  },
  get apiKey() {
    return process.env.GOODWORD_API_KEY ?? ''
  },
  get signingKey() {
    return process.env.GOODWORD_SIGNING_KEY ?? ''
  },
  /** Your widest domain, such as `example.com`, when links lead to one host and sign-up is on another. */
  get cookieDomain() {
    return process.env.COOKIE_DOMAIN ?? ''
  },
  get isHttps() {
    return process.env.HTTPS === 'on'
  },
}
