import { addDomain } from '../../administration/custom-domains/add-domain.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const domainAdd: Command = {
  name: 'domain add',
  parameters: '<alias> <host>',
  summary:
    'Claim a custom domain for a tenant’s share links, such as go.example.com, and show the DNS record that proves it.',
  async run(args, terminal) {
    const [alias = '', host = ''] = readArguments(args, ['alias', 'host']).positionals
    return { answer: await inSession(terminal, (ctx) => addDomain(ctx, alias, host)) }
  },
}
