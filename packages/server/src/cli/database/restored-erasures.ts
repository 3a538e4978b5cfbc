import { dirname } from 'node:path'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Config } from '../../config.ts'
import { OperatorError } from '../../operations/foundation/tenants/operator-error.ts'
import { eraseAgain } from '../../operations/privacy/erasure/erase-again.ts'
import { noteErasure } from '../../operations/privacy/erasure/note-erasure.ts'
import {
  ErasedPeopleFileError,
  type ErasedPerson,
  erasedSince,
} from '../../platform/backups/erased-people-file.ts'
import type { OpenStorage } from '../../start/open-storage.ts'
import { settleSecretKey } from '../../start/require-secret-key.ts'
import { allTenantIds } from '../../store/directory/tenant-ids.ts'
import type { Database } from '../../store/driver/database.ts'
import { operatorContext } from '../session.ts'

/** The people who were erased since a backup was taken, by the files beside it and in BACKUP_DIR; null where there is none. */
export function erasedBy(file: string, { backups }: Config, takenAt: number): readonly ErasedPerson[] | null {
  const folders = new Set([dirname(file), ...(backups.folder === null ? [] : [backups.folder])])
  try {
    return erasedSince([...folders], takenAt)
  } catch (cause) {
    if (!(cause instanceof ErasedPeopleFileError)) throw cause
    throw new OperatorError(
      `${cause.message} Put the file back from a copy, or restore with --with-erased.`,
      {
        cause,
      },
    )
  }
}

/** Erases these people again, of the tenants that there are. Returns how many were in the database. */
export async function eraseRestored(
  config: Config,
  storage: OpenStorage,
  db: Database,
  people: readonly ErasedPerson[],
): Promise<number> {
  // The key of the hashes may be one from before a rotation, which the database keeps.
  await settleSecretKey(db, storage.keys)
  const ctx = operatorContext(config, storage, db)
  const marks = Map.groupBy(people, ({ tenantId }) => tenantId)
  const tenants: TenantId[] = []
  for await (const tenantId of allTenantIds(db)) if (marks.has(tenantId)) tenants.push(tenantId)
  let count = 0
  for (const tenantId of tenants) {
    const ofTenant = new Set(marks.get(tenantId)?.map(({ mark }) => mark))
    count += await eraseAgain(ctx, tenantId, ofTenant, noteErasure(ctx))
  }
  return count
}
