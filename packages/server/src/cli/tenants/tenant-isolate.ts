import {
  type Isolation,
  isIsolated,
  isolateTenant,
  planIsolation,
} from '../../administration/tenants/isolate-tenant.ts'
import { reportProgress } from '../../engine/foundation/progress.ts'
import { type Command, readArguments } from '../command.ts'
import { confirm } from '../confirm.ts'
import { inSession } from '../session.ts'

export const tenantIsolate: Command = {
  name: 'tenant isolate',
  parameters: '<alias> [--to <host:port>] [--yes]',
  summary:
    'On a Citus cluster: move a large tenant to a shard of its own, on the named node or on one without tenants.',
  async run(args, terminal) {
    const { positionals, options, flags } = readArguments(args, ['alias'], ['to'], ['yes'])
    const [alias = ''] = positionals
    const answer = await inSession(terminal, async (ctx) => {
      const plan = await planIsolation(ctx, alias, options.to ?? null)
      if (!isIsolated(plan)) await confirm(terminal, flags.yes, consequencesOf(plan))
      return isolateTenant(ctx, plan, reportProgress(terminal.error, 'Copied', 'MB'))
    })
    return { answer }
  },
}

const MAX_NAMES = 5

/** What will be moved, from where to where, and whose writes wait. */
function consequencesOf({ tenantId, rows, shard, to, othersThere }: Isolation): string {
  const { node, bytes, others } = shard
  const size = `${rows.accounts.toLocaleString('en')} accounts and ${rows.referrals.toLocaleString('en')} referrals`
  const named = others.slice(0, MAX_NAMES).join(', ')
  const more = others.length > MAX_NAMES ? ` and ${others.length - MAX_NAMES} more` : ''
  const shared =
    others.length === 0 ? '' : `, together with ${named}${more}, which stay on ${node} in shards of their own`
  const there =
    othersThere === 0 ? 'no other tenant' : `${othersThere} other ${othersThere === 1 ? 'tenant' : 'tenants'}`
  return (
    `${tenantId} (${size}) is in a shard of ${megabytes(bytes)} MB on ${node}${shared}. ` +
    `It gets a shard of its own on ${to.node}, which has ${there}. Until the whole shard is copied, writes of its ` +
    'tenants wait, and those that wait longer than 2 seconds get 503 with Retry-After; reads go on.'
  )
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
