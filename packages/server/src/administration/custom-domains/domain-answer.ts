import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { CustomDomain } from '@goodword/contract/domains/custom-domain'
import { claimExpiresAt, type DomainClaim, type DomainProblem } from '@goodword/domain/hosts/host-claim'
import type { HostName } from '@goodword/domain/hosts/host-name'
import type { Context } from '../../frame/context.ts'
import type { DomainClaimRow } from '../../frame/rows/domain-claims.ts'

/** All claims of a tenant, those made first in front, with the DNS records that each needs. */
export function domainAnswers({ baseUrl }: Context, rows: readonly DomainClaimRow[]): CustomDomain[] {
  const target = targetOf(baseUrl)
  const first = rows.find((it) => it.is_verified)
  return rows.map((row) => ({
    domain: row.host,
    state: stateOf(row),
    problem: row.problem,
    isDefault: row === first,
    proof: { type: 'TXT', name: proofName(row.host), value: proofValue(row.token) },
    dns: { ...target, name: row.host },
    dateCreated: row.created_at,
    dateVerified: row.is_verified ? row.verified_at : null,
    dateChecked: row.checked_at,
    dateExpires: claimExpiresAt(claimOf(row)),
  }))
}

/** The answer about one of them, which is there. */
export function domainAnswer(ctx: Context, rows: readonly DomainClaimRow[], host: string): CustomDomain {
  const answer = domainAnswers(ctx, rows).find((it) => it.domain === host)
  if (answer === undefined) throw new Error('domain not found among the claims of its tenant')
  return answer
}

export function claimOf(row: DomainClaimRow): DomainClaim {
  const { is_verified: isVerified, seen_at: seenAt, missing_since: missingSince, lost_at: lostAt } = row
  return { isVerified, seenAt, missingSince, lostAt }
}

export function stateOf({ is_verified, lost_at }: DomainClaimRow): CustomDomain['state'] {
  if (is_verified) return 'VERIFIED'
  return lost_at === null ? 'PENDING' : 'LOST'
}

/** Where a domain must lead: to the host of the service's public address. */
function targetOf(baseUrl: string): Pick<CustomDomain['dns'], 'type' | 'value'> {
  // The host of a URL has an IPv6 address in brackets.
  const value = new URL(baseUrl).hostname.replace(/^\[(.*)\]$/, '$1')
  const version = isIP(value)
  if (version === 0) return { type: 'CNAME', value }
  return { type: version === 4 ? 'A' : 'AAAA', value }
}

const PREFIX = 'goodword-verification='
const RESOLVE_MS = 8000

/** The texts of the record that proves a host; null when the name servers did not answer. */
export type ProofTexts = readonly string[] | null

export function makeProofToken(): string {
  return randomBytes(16).toString('hex')
}

function proofName(host: HostName): string {
  return `_goodword.${host}`
}

function proofValue(token: string): string {
  return PREFIX + token
}

/** Asks the name servers for the record that proves a host. */
export async function readProofTexts(ctx: Context, host: HostName, signal: AbortSignal): Promise<ProofTexts> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(RESOLVE_MS)])
  try {
    return await ctx.resolveTexts(proofName(host), limited)
  } catch (error) {
    // The work as a whole was ended; otherwise the servers did not answer, whatever the reason.
    if (signal.aborted) throw error
    return null
  }
}

/** The fault of the record of a claim; null when it is there. */
export function proofProblem(texts: ProofTexts, token: string): DomainProblem | null {
  if (texts === null) return 'NAME_SERVERS_UNREACHABLE'
  const found = texts.map((it) => it.trim()).filter((it) => it.startsWith(PREFIX))
  if (found.includes(proofValue(token))) return null
  return found.length === 0 ? 'RECORD_MISSING' : 'RECORD_DIFFERENT'
}
