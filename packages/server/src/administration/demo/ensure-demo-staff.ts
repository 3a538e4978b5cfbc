import type { StaffId, TenantId } from '@goodword/domain/values/ids'
import { inDirectory } from '../../engine/driver/directory-tx.ts'
import type { Context } from '../../frame/context.ts'
import { findMerchantId, insertMembership } from '../rows/memberships.ts'
import { findStaffByEmail, insertStaff } from '../rows/staff.ts'
import { createLink } from '../sign-in/one-time-links.ts'

const EMAIL = 'demo@goodword.invalid'
const NAME = 'Demo owner'

/** The owner of the demo merchant, who has no password, and a one-time link that signs them in. Older links stop working at its use. */
export function createDemoLink(ctx: Context, alias: TenantId): Promise<string | null> {
  return inDirectory(ctx.db, async (tx) => {
    const merchantId = await findMerchantId(tx, alias)
    if (merchantId === null) return null
    const createdAt = ctx.clock.now()
    const newId = ctx.ids.make<StaffId>(createdAt)
    await insertStaff(tx, {
      id: newId,
      name: NAME,
      email: EMAIL,
      isDemo: true,
      isAddressProven: true,
      createdAt,
    })
    const staff = await findStaffByEmail(tx, EMAIL)
    if (staff === null) throw new Error('demo staff not found after their creation')
    await insertMembership(tx, { staffId: staff.id, merchantId, role: 'owner', createdAt })
    return createLink(tx, ctx, 'ENTER', staff.id)
  })
}
