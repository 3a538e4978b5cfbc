import { type HostName, parseHostName } from '@goodword/domain/host-name'
import type { TenantId } from '@goodword/domain/ids'
import {
  type CustomDomainRow,
  insertCustomDomain,
  listCustomDomains,
} from '../../store/directory/custom-domains.ts'
import { inDirectory } from '../../store/driver/directory-tx.ts'
import type { Context } from '../context.ts'
import { audit } from '../tenants/audit.ts'
import { OperatorError } from '../tenants/operator-error.ts'
import { tenantNamed } from '../tenants/tenant-named.ts'

/** A host whose paths are the share links of a tenant. */
export type CustomDomain = {
  readonly alias: TenantId
  readonly host: HostName
  readonly dateCreated: number
}

/** Every process holds all of them in memory. */
const MOST_DOMAINS = 10_000

/**
 * Makes a host's paths the share links of a tenant, within 5 seconds. A repeat changes nothing.
 *
 * @throws OperatorError for an unknown alias, and for a text that is no host name, is the service's own or is taken
 */
export async function addDomain(ctx: Context, alias: string, text: string): Promise<CustomDomain> {
  const host = hostFor(text, ctx.baseUrl)
  const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
  const added = await insertOrFind(ctx, { host, tenantId, createdAt: ctx.clock.now() })
  if (added.tenant_id === tenantId) return customDomain(added)
  throw new OperatorError(
    `The host "${host}" belongs to the tenant "${added.tenant_id}". Remove it there first, or choose another one.`,
  )
}

export function customDomain({ tenant_id, host, created_at }: CustomDomainRow): CustomDomain {
  return { alias: tenant_id, host, dateCreated: created_at }
}

function hostFor(text: string, baseUrl: string): HostName {
  const host = parseHostName(text)
  if (host === null) {
    const shape = 'Write the name alone, in small letters, such as go.example.com'
    throw new OperatorError(`${JSON.stringify(text)} is not a host name. ${shape}; other letters as "xn--…".`)
  }
  if (host === new URL(baseUrl).hostname) {
    throw new OperatorError(
      `"${host}" is the service's own host (BASE_URL), which serves everything else. Choose another one.`,
    )
  }
  return host
}

async function insertOrFind(
  ctx: Context,
  domain: Parameters<typeof insertCustomDomain>[1],
): Promise<CustomDomainRow> {
  const known = await listCustomDomains(ctx.db)
  const before = known.find(({ host }) => host === domain.host)
  if (before !== undefined) return before
  if (known.length >= MOST_DOMAINS) {
    throw new OperatorError(`The maximum of ${MOST_DOMAINS} custom domains is reached. Remove some first.`)
  }
  const added = await inDirectory(ctx.db, async (tx) => {
    const row = await insertCustomDomain(tx, domain)
    if (row !== null) await audit(tx, ctx, row.tenant_id, 'domain.add', { host: domain.host })
    return row
  })
  if (added !== null) return added
  throw new OperatorError(
    `The host "${domain.host}" was added at the same time. Run "domain list" to see its tenant.`,
  )
}
