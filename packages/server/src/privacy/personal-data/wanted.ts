import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, TenantId, UserId, UserKey } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'

/** The texts that the job searches after a person's own row was erased. */
export type Wanted = {
  readonly userId: UserId
  readonly accountId: AccountId
  readonly email: string | null
  readonly names: readonly string[]
  /** The codes that the person had, each with its placeholder. */
  readonly codes: readonly (readonly [ReferralCode, ReferralCode])[]
}

/** Encrypts it, because it is stored until the job is done. */
export function sealWanted(
  { secretBox }: Context,
  tenantId: TenantId,
  user: UserKey,
  wanted: Wanted,
): Buffer {
  return secretBox.seal(JSON.stringify(wanted), { tenantId, purpose: 'erasure', recordId: user })
}

/** @throws SecretBoxError when it was encrypted under another secret key */
export function openWanted(
  { secretBox }: Context,
  tenantId: TenantId,
  user: UserKey,
  box: Uint8Array,
): Wanted {
  return JSON.parse(secretBox.open(box, { tenantId, purpose: 'erasure', recordId: user }))
}
