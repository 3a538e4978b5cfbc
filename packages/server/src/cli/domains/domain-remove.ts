import { listDomains } from '../../operations/domains/list-domains.ts'
import { removeDomain } from '../../operations/domains/remove-domain.ts'
import { linkConsequences } from '../../operations/tenants/link-consequences.ts'
import { type Command, readArguments } from '../command.ts'
import { confirm } from '../confirm.ts'
import { inSession } from '../session.ts'

export const domainRemove: Command = {
  name: 'domain remove',
  parameters: '<host> [--yes]',
  summary: 'Remove a custom domain, within 5 seconds. Share links with this domain then stop working.',
  async run(args, terminal) {
    const { positionals, flags } = readArguments(args, ['host'], [], ['yes'])
    const [host = ''] = positionals
    const answer = await inSession(terminal, async (ctx) => {
      const { domains } = await listDomains(ctx, null)
      const owner = domains.find((it) => it.host === host)
      const consequences = owner === undefined ? null : await linkConsequences(ctx, owner.alias, host)
      if (consequences !== null) await confirm(terminal, flags.yes, consequences)
      return removeDomain(ctx, host)
    })
    return { answer }
  },
}
