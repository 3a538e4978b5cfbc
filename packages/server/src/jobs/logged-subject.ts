import type { TenantId } from '@goodword/domain/ids'
import type { JobKind } from '../operations/foundation/jobs/job-kind.ts'
import type { HashLogged } from '../platform/secrets/logged-hash.ts'

/** Kinds whose subject is a key of ours or a step. The subject of any other kind may be an ID that a merchant chose. */
const kindsWithOwnKeys: ReadonlySet<string> = new Set<JobKind>([
  'NOTIFICATION',
  'REFUND_BILL',
  'REMOVE_DISCOUNTS',
  'ERASE_PERSON',
  'FOLLOW_BLOCK',
  'DELIVER_EVENTS',
])

const kindOfAccounts: JobKind = 'CLOSE_LEDGER'

/**
 * The fields of a log line that name the subject of a job: a key of ours as it is, and IDs of the merchant and of the payment
 * processor as keyed hashes, because they may be e-mail addresses.
 */
export function loggedSubject(
  hash: HashLogged,
  tenantId: TenantId,
  { kind, subject }: { readonly kind: string; readonly subject: string },
): { readonly subject?: string; readonly subjectHash?: string } {
  if (subject === '') return {}
  if (kindsWithOwnKeys.has(kind)) return { subject }
  return { subjectHash: hash(tenantId, kind === kindOfAccounts ? 'account' : 'customer', subject) }
}
