import { listDomains } from '../../administration/custom-domains/list-domains.ts'
import { removeDomain } from '../../administration/custom-domains/remove-domain.ts'
import { linkConsequences } from '../../administration/tenants/link-consequences.ts'
import { type Command, readArguments } from '../command.ts'
import { confirm } from '../confirm.ts'
import { inSession } from '../session.ts'

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
