import { readAuditPage } from '../../administration/audit/read-audit.ts'
import { type NotedEntry, verifyAudit } from '../../administration/audit/verify-audit.ts'
import { listTenants } from '../../frame/rows/tenants.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { type Command, readArguments, UsageError } from '../command.ts'
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

export const auditVerify: Command = {
  name: 'audit verify',
  parameters: '[<alias> [--noted <sequence>:<hash>]]',
  summary:
    'Compute the chain of the audit log again and name the first entry that is broken or missing, of one tenant or of all. With --noted, also compare the entry that was noted at an earlier check.',
  async run(args, terminal) {
    const isOfOne = args[0] !== undefined && !args[0].startsWith('-')
    const { positionals, options } = readArguments(args, isOfOne ? ['alias'] : [], isOfOne ? ['noted'] : [])
    const noted = options.noted === undefined ? null : notedEntry(options.noted)
    const chains = await inSession(terminal, async (ctx) => {
      const [alias] = positionals
      const aliases =
        alias === undefined
          ? (await listTenants(ctx.db)).map((it) => it.alias)
          : [(await tenantNamed(ctx, alias)).tenant_id]
      const verified = []
      for (const each of aliases) verified.push(await verifyAudit(ctx, each, { noted }))
      return verified
    })
    const ok = chains.every((it) => it.ok)
    return { answer: { ok, chains }, failed: !ok }
  },
}

const NOTED = /^([1-9]\d*):([0-9a-f]{64})$/

function notedEntry(text: string): NotedEntry {
  const [, sequence, hash] = NOTED.exec(text) ?? []
  if (sequence === undefined || hash === undefined || sequence.length > 15) {
    throw new UsageError('--noted takes the number and the hash of an entry, such as 12:2c26b4….')
  }
  return { sequence: Number(sequence), hash }
}
