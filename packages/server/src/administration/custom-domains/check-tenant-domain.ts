import type { CustomDomain } from '@goodword/contract/domains/custom-domain'
import { Refusal } from '@goodword/contract/frame/refusal'
import { claimAfterCheck, type DomainProblem, nextCheckAt } from '@goodword/domain/hosts/host-claim'
import type { HostName } from '@goodword/domain/hosts/host-name'
import type { TenantId } from '@goodword/domain/values/ids'
import { actorNamed } from '../../frame/actor.ts'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { deleteCustomDomain, findDomainHolder, insertCustomDomain } from '../../frame/rows/custom-domains.ts'
import { claimsOfTenant, type DomainClaimRow, saveDomainClaim } from '../../frame/rows/domain-claims.ts'
import { lockProgram } from '../../frame/rows/programs.ts'
import { claimFault } from '../../referring/share-links/claimable-host.ts'
import {
  claimOf,
  domainAnswer,
  type ProofTexts,
  proofProblem,
  readProofTexts,
  stateOf,
} from './domain-answer.ts'

/**
 * Looks for the record of a claim, and stores what follows: the host becomes the tenant's, or stops being so. A host that
 * another tenant has becomes free if that one's record is gone.
 *
 * @throws Refusal DOMAIN_NOT_FOUND
 */
export async function checkTenantDomain(
  ctx: Context,
  tenantId: TenantId,
  host: string,
  signal: AbortSignal,
): Promise<CustomDomain> {
  const { host: name, token } = claimOfHost(await ctx.readTenant(tenantId, claimsOfTenant), host)
  const texts = await readProofTexts(ctx, name, signal)
  // A host can have become one of the service's own since it was claimed.
  const isClaimable = claimFault(ctx, name) === null
  if (isClaimable && proofProblem(texts, token) === null) await releaseUnproved(ctx, name, tenantId, texts)
  return ctx.writeTenant(tenantId, async (tx) => {
    await lockProgram(tx)
    const present = await claimsOfTenant(tx)
    const claim = claimOfHost(present, host)
    const checked = await afterCheck(tx, claim, isClaimable ? texts : 'NOT_CLAIMABLE', ctx.clock.now())
    saveDomainClaim(tx, checked)
    if (stateOf(checked) !== stateOf(claim)) {
      const action = checked.is_verified ? 'domain.verify' : 'domain.lose'
      writeAuditEntry(
        tx,
        auditEntry(ctx, action, { host, state: stateOf(checked), problem: checked.problem }),
      )
    }
    return domainAnswer(
      ctx,
      present.map((it) => (it === claim ? checked : it)),
      host,
    )
  })
}

/** The claim of a host, which the tenant made. */
export function claimOfHost(claims: readonly DomainClaimRow[], host: string): DomainClaimRow {
  const claim = claims.find((it) => it.host === host)
  if (claim !== undefined) return claim
  const message = 'The program does not have this domain. Use a domain from GET domains.'
  throw new Refusal('DOMAIN_NOT_FOUND', message, 'domain')
}

/** Returns the claim after a check; takes the host for the tenant, or gives it up. */
async function afterCheck(
  tx: Transaction,
  claim: DomainClaimRow,
  texts: ProofTexts | 'NOT_CLAIMABLE',
  now: number,
): Promise<DomainClaimRow> {
  const { host } = claim
  const seen = texts === 'NOT_CLAIMABLE' ? texts : proofProblem(texts, claim.token)
  const isFree = seen === null && (claim.is_verified || (await insertCustomDomain(tx, host, now)))
  const problem: DomainProblem | null = seen === null && !isFree ? 'HELD_BY_ANOTHER' : seen
  const checked = claimAfterCheck(claimOf(claim), problem, now)
  if (claim.is_verified && !checked.isVerified) deleteCustomDomain(tx, host)
  return {
    ...claim,
    is_verified: checked.isVerified,
    problem,
    checked_at: now,
    verified_at: checked.isVerified && !claim.is_verified ? now : claim.verified_at,
    seen_at: checked.seenAt,
    missing_since: checked.missingSince,
    lost_at: checked.lostAt,
    next_check_at: nextCheckAt(checked, now),
  }
}

/**
 * Takes a host from the tenant that has it, for another one that has just proved it, unless the holder's record is still
 * there. A transaction of the holder's own: row-level security lets no tenant change rows of another.
 */
async function releaseUnproved(
  ctx: Context,
  host: HostName,
  claimant: TenantId,
  texts: ProofTexts,
): Promise<void> {
  const holder = await findDomainHolder(ctx.db, host)
  if (holder === null || holder === claimant) return
  // The holder's audit log does not name people or keys of the claimant.
  const service = ctx.actingAs(actorNamed('service'))
  await service.writeTenant(holder, async (tx) => {
    await lockProgram(tx)
    const claim = (await claimsOfTenant(tx)).find((it) => it.host === host)
    if (claim !== undefined && proofProblem(texts, claim.token) === null) return
    deleteCustomDomain(tx, host)
    if (claim === undefined) return
    const now = ctx.clock.now()
    const problem = proofProblem(texts, claim.token)
    const lost = { problem, checked_at: now, missing_since: claim.missing_since ?? now, lost_at: now }
    saveDomainClaim(tx, { ...claim, ...lost, next_check_at: null })
    writeAuditEntry(tx, auditEntry(service, 'domain.lose', { host, state: 'LOST', problem }))
  })
}
