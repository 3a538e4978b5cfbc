import {
  addDomain,
  checkDomain,
  listDomains,
  removeDomain,
} from '../../administration/custom-domains/operate-domains.ts'
import { linkConsequences } from '../../administration/tenants/link-consequences.ts'
import { type Command, readArguments } from '../command.ts'
import { confirm } from '../confirm.ts'
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

export const domainRemove: Command = {
  name: 'domain remove',
  parameters: '<alias> <host> [--yes]',
  summary: 'Remove a custom domain, within 5 seconds. Share links with this domain then stop working.',
  async run(args, terminal) {
    const { positionals, flags } = readArguments(args, ['alias', 'host'], [], ['yes'])
    const [alias = '', host = ''] = positionals
    const answer = await inSession(terminal, async (ctx) => {
      const { domains } = await listDomains(ctx, alias)
      const used = domains.find((it) => it.domain === host && it.state === 'VERIFIED')
      const consequences = used === undefined ? null : await linkConsequences(ctx, used.alias, host)
      if (consequences !== null) await confirm(terminal, flags.yes, consequences)
      return removeDomain(ctx, alias, host)
    })
    return { answer }
  },
}
