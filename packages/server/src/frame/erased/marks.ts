import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, AccountKey, ProviderId, TenantId, UserId } from '@goodword/domain/values/ids'
import type { SecretBox } from '../../engine/secrets/secret-box.ts'
import type { Context, Transaction } from '../context.ts'

/** The marks by which later calls with a tenant's erased data are recognized. */
export type Marks = {
  readonly account: (id: AccountId) => string
  readonly person: (account: AccountKey, id: UserId) => string
  readonly code: (code: ReferralCode) => string
  readonly customer: (id: ProviderId | string) => string
  /** The mark of an Idempotency-Key. */
  readonly request: (key: string) => string
}

function marksOf(secretBox: SecretBox, tenantId: TenantId): Marks {
  const mark = (kind: string, ...parts: readonly string[]) => secretBox.erasedMark(tenantId, kind, parts)
  return {
    account: (id) => mark('ACCOUNT', id),
    person: (account, id) => mark('PERSON', account, id),
    code: (code) => mark('CODE', code),
    customer: (id) => mark('CUSTOMER', id),
    request: (key) => mark('REQUEST', key),
  }
}

/** The marks of a transaction's tenant. */
export function marksIn(tx: Transaction): Marks {
  return marksOf(tx.singleton(secretBoxOf), tx.tenantId)
}

function secretBoxOf({ secretBox }: Context): SecretBox {
  return secretBox
}
