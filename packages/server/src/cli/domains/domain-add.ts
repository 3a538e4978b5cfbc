import { addDomain } from '../../operations/domains/add-domain.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const domainAdd: Command = {
  name: 'domain add',
  parameters: '<alias> <host>',
  summary: 'Serve a tenant’s share links on a custom domain, such as go.example.com.',
  async run(args, terminal) {
    const [alias = '', host = ''] = readArguments(args, ['alias', 'host']).positionals
    return { answer: await inSession(terminal, (ctx) => addDomain(ctx, alias, host)) }
  },
}
