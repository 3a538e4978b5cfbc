import { callService } from './call-service.ts'
import type { Bundle, Field, Zapier } from './zapier.ts'

const fields: readonly Field[] = [
  {
    key: 'baseUrl',
    label: 'Address of your Goodword',
    required: true,
    helpText: 'Where your service is, such as `https://goodword.example.com`.',
  },
  {
    key: 'tenantAlias',
    label: 'Program',
    required: true,
    helpText: 'The alias of the program, such as `acme`; its test program is `test_acme`.',
  },
  {
    key: 'apiKey',
    label: 'API key',
    type: 'password',
    required: true,
    helpText:
      'A key of that program, from **API keys** in the portal. Triggers need the scope `admin`, users and accounts `write`, rewards `money`, searches `read`.',
  },
]

/** The connection of a user: a program in one mode, by a key. */
export const authentication = {
  type: 'custom',
  fields,
  test: (zapier: Zapier, bundle: Bundle) =>
    callService(zapier, bundle, async (goodword) => {
      const { name } = await goodword.readProgram()
      return { name, tenantAlias: bundle.authData.tenantAlias }
    }),
  connectionLabel: '{{tenantAlias}}',
} as const
