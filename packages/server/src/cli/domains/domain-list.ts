import { listDomains } from '../../administration/custom-domains/list-domains.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const domainList: Command = {
  name: 'domain list',
  parameters: '[alias]',
  summary: 'List the custom domains of a tenant, or of all tenants. Share links use the first verified one.',
  async run(args, terminal) {
    const names = args.length === 0 ? [] : ['alias']
    const [alias = null] = readArguments(args, names).positionals
    return { answer: await inSession(terminal, (ctx) => listDomains(ctx, alias)) }
  },
}
