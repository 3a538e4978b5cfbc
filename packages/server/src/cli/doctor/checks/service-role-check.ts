import { openDatabase, type ServiceAddress } from '../../../engine/driver/database.ts'
import { readServiceRole } from '../../../engine/schema/service-role.ts'
import { serviceRoleFaults } from '../../../engine/schema/service-role-faults.ts'
import type { Check } from '../check.ts'

const name = 'service role'

/** Looks at what the role of the service can do in the database; null when no start has made it yet. */
export async function checkServiceRole(service: ServiceAddress | null): Promise<Check> {
  if (service === null) return { name, ok: true, message: 'The next start creates it.' }
  const db = openDatabase(service, 'service', 1)
  const role = await readServiceRole(db).finally(db.close)
  const faults = serviceRoleFaults(role)
  if (faults.length > 0) {
    const found = faults.map((it) => `${it.what} (${it.remedy})`).join('; ')
    return { name, ok: false, message: `${role.name} has more rights than the service needs: it ${found}.` }
  }
  const message = `${role.name} owns nothing, is a member of no role, and row-level security applies to it.`
  return { name, ok: true, message }
}
