import { createTenant } from '../../administration/tenants/create-tenant.ts'
import {
  type Isolation,
  isIsolated,
  isolateTenant,
  planIsolation,
} from '../../administration/tenants/isolate-tenant.ts'
import { linkConsequences } from '../../administration/tenants/link-consequences.ts'
import { switchTenant } from '../../administration/tenants/switch-tenant.ts'
import { reportProgress } from '../../engine/foundation/progress.ts'
import { listTenants } from '../../frame/rows/tenants.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { type Command, readArguments } from '../command.ts'
import { confirm } from '../confirm.ts'
import { inSession } from '../session.ts'

export const tenantCreate: Command = {
  name: 'tenant create',
  parameters: '<alias> [--merchant <name>] [--landing-page <url>]',
  summary: 'Create a merchant with a program: a live and a test tenant with API keys.',
  async run(args, terminal) {
    const { positionals, options } = readArguments(args, ['alias'], ['merchant', 'landing-page'])
    const { merchant, 'landing-page': landingPage } = options
    const [alias = ''] = positionals
    const request = {
      alias,
      ...(merchant === undefined ? {} : { merchant }),
      ...(landingPage === undefined ? {} : { landingPage }),
    }
    return { answer: await inSession(terminal, (ctx) => createTenant(ctx, request)) }
  },
}

export const tenantList: Command = {
  name: 'tenant list',
  parameters: '',
  summary: 'List all tenants, including disabled ones.',
  async run(args, terminal) {
    readArguments(args, [])
    return { answer: { tenants: await inSession(terminal, (ctx) => listTenants(ctx.db)) } }
  },
}

export const tenantDisable: Command = {
  name: 'tenant disable',
  parameters: '<alias> [--yes]',
  summary: 'Disable a tenant, within 5 seconds: its keys and share links stop working. Its data is kept.',
  async run(args, terminal) {
    const { positionals, flags } = readArguments(args, ['alias'], [], ['yes'])
    const [alias = ''] = positionals
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id } = await tenantNamed(ctx, alias)
      const consequences = await linkConsequences(ctx, tenant_id)
      if (consequences !== null) await confirm(terminal, flags.yes, consequences)
      return switchTenant(ctx, alias, false)
    })
    return { answer }
  },
}

export const tenantEnable: Command = {
  name: 'tenant enable',
  parameters: '<alias>',
  summary: 'Enable a disabled tenant, within 5 seconds.',
  async run(args, terminal) {
    const [alias = ''] = readArguments(args, ['alias']).positionals
    return { answer: await inSession(terminal, (ctx) => switchTenant(ctx, alias, true)) }
  },
}

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

/** The data that will be moved, from where to where, and whose writes wait. */
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
