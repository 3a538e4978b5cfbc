import type { TenantId } from '@goodword/domain/ids'
import type { ReferralCode } from '@goodword/domain/referral-code'
import type { KnownDomains } from '../operations/domains/known-domains.ts'
import type { Operations } from '../operations/operations.ts'
import type { IdGenerator } from '../platform/id-generator.ts'
import type { CountClick } from '../platform/metrics/click-metrics.ts'
import type { Callers } from './authenticate.ts'
import type { Limits } from './limits.ts'

/** What the handlers work with. */
export type RouteDependencies = {
  readonly baseUrl: string
  /** Merchants' own, for share links. */
  readonly domains: Omit<KnownDomains, 'refresh'>
  readonly callers: Callers
  /** What requests have to keep to; everything is let in without. */
  readonly limits?: Limits
  readonly operations: Operations
  /** Milliseconds of the tenant's clock. */
  readonly now: (tenantId: TenantId) => number
  readonly keys: IdGenerator
  readonly newReferralCode: () => ReferralCode
  /** How long a visitor waits for a link to be looked up again; then it leads where it led before. */
  readonly linkPatienceMs?: number
  /** Hears what came of every visit to a share link that works. */
  readonly countClick?: CountClick
}
