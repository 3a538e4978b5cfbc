/** The module with the client of a Next or a Nuxt application. */
export const clientText = `import { createClient } from '@goodword/client';

/** Calls to Goodword, on the server only. */
export function goodword() {
  return createClient({
    baseUrl: process.env.GOODWORD_URL ?? '',
    tenantAlias: process.env.GOODWORD_TENANT ?? '',
    apiKey: process.env.GOODWORD_API_KEY ?? '',
  });
}
`
