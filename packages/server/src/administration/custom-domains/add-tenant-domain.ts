import type { CustomDomain } from '@goodword/contract/domains/custom-domain'
import { Refusal } from '@goodword/contract/frame/refusal'
import { nextCheckAt } from '@goodword/domain/hosts/host-claim'
import { type HostName, parseHostName } from '@goodword/domain/hosts/host-name'
import type { TenantId } from '@goodword/domain/values/ids'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import {
  claimsOfTenant,
  countDomainClaims,
  type DomainClaimRow,
  saveDomainClaim,
} from '../../frame/rows/domain-claims.ts'
import { lockProgram } from '../../frame/rows/programs.ts'
import { claimFault } from '../../referring/share-links/claimable-host.ts'
import { claimOf, domainAnswer, makeProofToken } from './domain-answer.ts'

/** Every process holds the verified ones of all tenants in memory. */
const MAX_OF_ALL_TENANTS = 10_000

export type AddedDomain = {
  readonly host: string
  /** How many domains the tenant may have; any number without. */
  readonly most?: number
}

/**
 * Claims a host for the share links of a tenant. The claim has no effect until it is verified. A repeat changes nothing,
 * or makes a lost claim wait for its record again.
 *
 * @throws Refusal VALIDATION_FAILED or TOO_MANY_DOMAINS
 */
export async function addTenantDomain(
  ctx: Context,
  tenantId: TenantId,
  { host: text, most = MAX_OF_ALL_TENANTS }: AddedDomain,
): Promise<CustomDomain> {
  const host = hostOf(ctx, text)
  const all = await countDomainClaims(ctx.db)
  return ctx.writeTenant(tenantId, async (tx) => {
    // Two requests at a time are carried out one after the other.
    await lockProgram(tx)
    const present = await claimsOfTenant(tx)
    const known = present.find((it) => it.host === host) ?? null
    if (known !== null && known.lost_at === null) return domainAnswer(ctx, present, host)
    if (known === null) refuseTooMany(present, most, all)
    const claim = waiting(known ?? newClaim(tenantId, host, ctx.clock.now()), ctx.clock.now())
    saveDomainClaim(tx, claim)
    writeAuditEntry(tx, auditEntry(ctx, 'domain.add', { host }))
    return domainAnswer(ctx, [...present.filter((it) => it !== known), claim], host)
  })
}

function newClaim(tenantId: TenantId, host: HostName, now: number): DomainClaimRow {
  return {
    tenant_id: tenantId,
    host,
    token: makeProofToken(),
    created_at: now,
    checked_at: null,
    problem: null,
    verified_at: null,
    seen_at: null,
    missing_since: null,
    lost_at: null,
    next_check_at: null,
    is_verified: false,
  }
}

/** The claim as it waits for its record from now on. */
function waiting(claim: DomainClaimRow, now: number): DomainClaimRow {
  const waits = { ...claim, missing_since: now, lost_at: null }
  return { ...waits, next_check_at: nextCheckAt(claimOf(waits), now) }
}

function hostOf(ctx: Context, text: string): HostName {
  const host = parseHostName(text)
  if (host === null) {
    const message = `domain must be a host name in lower case, such as go.example.com, with other letters as "xn--…".`
    throw new Refusal('VALIDATION_FAILED', message, 'domain')
  }
  const fault = claimFault(ctx, host)
  if (fault !== null) throw new Refusal('VALIDATION_FAILED', fault, 'domain')
  return host
}

function refuseTooMany(present: readonly DomainClaimRow[], most: number, all: number): void {
  if (present.length >= most) {
    const message = `The program has ${present.length} custom domains. Remove one that is not needed any more.`
    throw new Refusal('TOO_MANY_DOMAINS', message)
  }
  if (all < MAX_OF_ALL_TENANTS) return
  const message = `The maximum of ${MAX_OF_ALL_TENANTS} custom domains of all programs is reached. Ask the operator of the service.`
  throw new Refusal('TOO_MANY_DOMAINS', message)
}
