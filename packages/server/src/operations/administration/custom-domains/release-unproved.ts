import type { HostName } from '@goodword/domain/hosts/host-name'
import type { TenantId } from '@goodword/domain/values/ids'
import { writeAuditEntry } from '../../../store/directory/audit-entries.ts'
import { deleteCustomDomain, findDomainHolder } from '../../../store/directory/custom-domains.ts'
import { claimsOfTenant, saveDomainClaim } from '../../../store/directory/domain-claims.ts'
import { lockProgram } from '../../../store/directory/programs.ts'
import { actorNamed } from '../../foundation/actor.ts'
import { auditEntry } from '../../foundation/audit/audit.ts'
import type { Context } from '../../foundation/context.ts'
import { type ProofTexts, proofProblem } from './domain-proof.ts'

/**
 * Takes a host from the tenant that has it, for another one that has just proved it, unless the holder's record is still
 * there. A transaction of the holder's own: row-level security lets no tenant change rows of another.
 */
export async function releaseUnproved(
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
