/** A tenant's stored claim to a host. All times are of the machine's clock. */
export type DomainClaim = {
  /** Whether the host's paths are share links of the tenant: the claim is verified. */
  readonly isVerified: boolean
  /** When the record was seen last. */
  readonly seenAt: number | null
  /**
   * The time since which the record has been missing: since the claim was made, or since a check no longer found it.
   */
  readonly missingSince: number | null
  /** When the claim was given up; it is then checked on request only. */
  readonly lostAt: number | null
}

/** The problems of a claim's DNS record. */
export const domainProblems = [
  /** The name has no record of ours. */
  'RECORD_MISSING',
  /** The name has records of ours, but none with the value of this claim. */
  'RECORD_DIFFERENT',
  /** The name servers of the domain did not answer. */
  'NAME_SERVERS_UNREACHABLE',
  /** The record is right, but the host belongs to another program, whose record is there as well. */
  'HELD_BY_ANOTHER',
  /** The host became one that cannot be claimed, such as one of the service's own. */
  'NOT_CLAIMABLE',
] as const

export type DomainProblem = (typeof domainProblems)[number]

/** How long a claim may be without its record. */
export const MAX_MISSING_MS = 72 * 3_600_000

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The claim after a check at `now`; `problem` is null when the record is there and the host is free or its own. */
export function claimAfterCheck(claim: DomainClaim, problem: DomainProblem | null, now: number): DomainClaim {
  if (problem === null) return { isVerified: true, seenAt: now, missingSince: null, lostAt: null }
  const missingSince = claim.missingSince ?? (isDefinite(problem) ? now : null)
  const isLost = problem === 'NOT_CLAIMABLE' || isExpired({ ...claim, missingSince }, problem, now)
  return {
    isVerified: claim.isVerified && !isLost,
    seenAt: claim.seenAt,
    missingSince,
    lostAt: claim.lostAt ?? (isLost ? now : null),
  }
}

/** When the claim is checked next without a request; null for never. */
export function nextCheckAt(claim: DomainClaim, now: number): number | null {
  const { isVerified, missingSince, lostAt } = claim
  if (lostAt !== null) return null
  if (missingSince === null) return now + DAY_MS
  return Math.min(now + pauseFor(isVerified, now - missingSince), lossAt(missingSince, now))
}

/** When the claim is lost unless the record is seen before; null while it is there, and once it is lost. */
export function claimExpiresAt({ missingSince, lostAt }: DomainClaim): number | null {
  return missingSince === null || lostAt !== null ? null : missingSince + MAX_MISSING_MS
}

/** A verified domain is not lost because name servers are down, here or there: that says nothing about the record. */
function isExpired(claim: DomainClaim, problem: DomainProblem, now: number): boolean {
  if (claim.missingSince === null || now - claim.missingSince < MAX_MISSING_MS) return false
  return isDefinite(problem) || !claim.isVerified || claim.seenAt === null
}

function isDefinite(problem: DomainProblem): boolean {
  return problem !== 'NAME_SERVERS_UNREACHABLE'
}

/** Checks are frequent while the record was probably just added. */
function pauseFor(isVerified: boolean, missingMs: number): number {
  if (isVerified) return DAY_MS
  if (missingMs < HOUR_MS) return 5 * MINUTE_MS
  return missingMs < DAY_MS ? HOUR_MS : DAY_MS
}

/** The moment of the loss, or an hour from now when that has passed: the name servers did not answer then. */
function lossAt(missingSince: number, now: number): number {
  const at = missingSince + MAX_MISSING_MS
  return at > now ? at : now + HOUR_MS
}
