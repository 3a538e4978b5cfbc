import type { AccountKey, TenantId, UserKey } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import type { ErasureStepName } from '../personal-data/treatment.ts'
import type { Wanted } from '../personal-data/wanted.ts'

/** An erasure that a job carries out. */
export type ErasureWork = {
  readonly ctx: Context
  readonly tenantId: TenantId
  readonly user: UserKey
  readonly account: AccountKey
  /** Whether the account had no other people, so that what concerns the account concerns the person. */
  readonly withAccount: boolean
  readonly wanted: Wanted
  /** The time of the request, by the tenant's clock. */
  readonly requestedAt: number
  /** Ends a step between two of its transactions, with an error: the job runs again. */
  readonly signal: AbortSignal
}

/**
 * Erases what one kind of rows says about a person, in transactions of its own that are short. It may run any number of
 * times, and be ended between any two transactions.
 */
export type ErasureStep = (work: ErasureWork) => Promise<void>

/** All but the last one, which may have to wait. */
export type ErasureSteps = Readonly<Record<Exclude<ErasureStepName, 'PROCESSOR'>, ErasureStep>>
