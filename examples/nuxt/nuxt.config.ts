export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  telemetry: false,
  css: ['~/assets/larder.css'],
  app: { head: { htmlAttrs: { lang: 'en' }, title: 'Larder' } },
  // From the environment at run time: NUXT_PUBLIC_GOODWORD_URL, NUXT_API_KEY and so on.
  runtimeConfig: {
    apiKey: '',
    signingKey: '',
    /** Your widest domain, such as `example.com`, when links lead to one host and sign-up is on another. */
    cookieDomain: '',
    isHttps: false,
    public: { goodwordUrl: 'http://127.0.0.1:4000', tenantAlias: 'acme' },
  },
})
