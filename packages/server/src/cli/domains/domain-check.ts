import { checkDomain } from '../../administration/custom-domains/check-domain.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const domainCheck: Command = {
  name: 'domain check',
  parameters: '<alias> <host>',
  summary:
    'Look for the DNS record that proves a custom domain. Once it is there, the domain has the share links.',
  async run(args, terminal) {
    const [alias = '', host = ''] = readArguments(args, ['alias', 'host']).positionals
    return { answer: await inSession(terminal, (ctx) => checkDomain(ctx, alias, host)) }
  },
}
