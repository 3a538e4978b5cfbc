import { readAuditPage } from '../../administration/audit/read-audit.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

const NEWEST = { limit: 1000, cursor: null, countAll: false }
const filters = ['actor', 'action', 'subject'] as const

export const auditList: Command = {
  name: 'audit list',
  parameters: '<alias> [--actor <actor>] [--action <action>] [--subject <id>]',
  summary: 'List the newest 1000 changes made to a tenant by the API and by these commands, newest first.',
  async run(args, terminal) {
    const { positionals, options } = readArguments(args, ['alias'], filters)
    const [alias = ''] = positionals
    const filter = Object.fromEntries(
      filters.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
    )
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
      const { rows, total } = await readAuditPage(ctx, tenantId, filter, NEWEST)
      return { alias: tenantId, totalCount: total, entries: rows }
    })
    return { answer }
  },
}
