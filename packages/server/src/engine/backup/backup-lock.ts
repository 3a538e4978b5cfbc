import type { DatabaseAddress } from '../driver/database.ts'
import { asOwnerAlone } from '../driver/owner-client.ts'

/** Runs work while no other process backs up this database; null, without the work, where one does. */
export function withBackupLock<T>(address: DatabaseAddress, work: () => Promise<T>): Promise<T | null> {
  return asOwnerAlone(address, async (client) => {
    // The lock is released with the connection, also when this process is killed.
    const { rows } = await client.query(
      `select pg_try_advisory_lock(hashtext('goodword backup')) as "isFree"`,
    )
    return rows[0].isFree ? work() : null
  })
}
