import type { TenantId } from '@goodword/domain/values/ids'
import type { HashLogged } from '../engine/secrets/logged-hash.ts'
import { subjectsOfJobs } from '../frame/jobs/job-kind.ts'

const subjects: Readonly<Record<string, (typeof subjectsOfJobs)[keyof typeof subjectsOfJobs]>> =
  subjectsOfJobs

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
  if (subjects[kind] === 'own') return { subject }
  return { subjectHash: hash(tenantId, subjects[kind] === 'account' ? 'account' : 'customer', subject) }
}
