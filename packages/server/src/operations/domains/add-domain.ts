import { Refusal } from '@goodword/contract/refusal'
import { type HostName, parseHostName } from '@goodword/domain/host-name'
import type { TenantId } from '@goodword/domain/ids'
import { type CustomDomainRow, findCustomDomain } from '../../store/directory/custom-domains.ts'
import type { Context } from '../context.ts'
import { OperatorError } from '../tenants/operator-error.ts'
import { tenantNamed } from '../tenants/tenant-named.ts'
import { addTenantDomain } from './add-tenant-domain.ts'

/** A host whose paths are the share links of a tenant. */
export type OwnedDomain = {
  readonly alias: TenantId
  readonly host: HostName
  readonly dateCreated: number
}

/**
 * Makes a host's paths the share links of the tenant that an operator names, within 5 seconds. A repeat changes nothing.
 *
 * @throws OperatorError for an unknown alias, and for a text that is no host name, is the service's own or is taken
 */
export async function addDomain(ctx: Context, alias: string, text: string): Promise<OwnedDomain> {
  const host = hostFor(text, ctx.baseUrl)
  const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
  try {
    const added = await addTenantDomain(ctx, tenantId, { host })
    return { alias: tenantId, host, dateCreated: added.dateCreated }
  } catch (error) {
    throw error instanceof Refusal ? await explained(ctx, host, error) : error
  }
}

export function ownedDomain({ tenant_id, host, created_at }: CustomDomainRow): OwnedDomain {
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

/** The operator may see whose a domain is. */
async function explained({ db }: Context, host: HostName, refusal: Refusal): Promise<OperatorError> {
  const owner = refusal.code === 'DOMAIN_TAKEN' ? await findCustomDomain(db, host) : null
  if (owner === null) return new OperatorError(refusal.message)
  return new OperatorError(
    `The host "${host}" belongs to the tenant "${owner.tenant_id}". Remove it there first, or choose another one.`,
  )
}
