import type { CustomDomain } from '@goodword/client'

export type DomainWords = {
  readonly kind: 'info' | 'good' | 'warning' | 'danger'
  readonly title: string
  /** The next step or an explanation. */
  readonly text: string
}

const whatWasFound: Readonly<Record<NonNullable<CustomDomain['problem']>, string>> = {
  RECORD_MISSING: 'At the last check there was no TXT record of this name.',
  RECORD_DIFFERENT: 'At the last check the TXT record had another value. Compare it with the one below.',
  NAME_SERVERS_UNREACHABLE: 'At the last check the name servers of the domain did not answer.',
  HELD_BY_ANOTHER:
    'Your record is right, but another program has the domain, and its record is there as well. Remove that record, then check again.',
  NOT_CLAIMABLE: 'The name belongs to this service or to a reserved range, so no program can have it.',
}

/** The words about a domain with a problem or a pending state; null without one. */
export function domainWords({ state, problem }: CustomDomain): DomainWords | null {
  const found = problem === null ? '' : whatWasFound[problem]
  switch (state) {
    case 'PENDING':
      return {
        kind: 'info',
        title: 'Set this DNS record where the domain is managed',
        text: `${found} It is looked for every few minutes at first, and whenever you check. New records can take a while to be seen.`.trim(),
      }
    case 'VERIFIED':
      if (problem === null) return null
      return {
        kind: 'warning',
        title: 'The DNS record of this domain is not found any more',
        text: `${found} Share links still work. Set the record again before the time below, or they stop.`,
      }
    case 'LOST':
      return {
        kind: 'danger',
        title: 'Share links with this domain do not work',
        text: `The DNS record was missing for 72 hours. ${found} Set the record, then check now.`,
      }
    default:
      return null
  }
}
