import { createTenant } from '../../administration/tenants/create-tenant.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const tenantCreate: Command = {
  name: 'tenant create',
  parameters: '<alias> [--merchant <name>] [--landing-page <url>]',
  summary: 'Create a merchant with a program: a live and a test tenant with API keys.',
  async run(args, terminal) {
    const { positionals, options } = readArguments(args, ['alias'], ['merchant', 'landing-page'])
    const { merchant, 'landing-page': landingPage } = options
    const [alias = ''] = positionals
    const request = {
      alias,
      ...(merchant === undefined ? {} : { merchant }),
      ...(landingPage === undefined ? {} : { landingPage }),
    }
    return { answer: await inSession(terminal, (ctx) => createTenant(ctx, request)) }
  },
}
