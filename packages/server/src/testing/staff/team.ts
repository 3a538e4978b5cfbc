import type { StaffRole } from '@goodword/domain/staff/staff-role'
import type { StaffId } from '@goodword/domain/values/ids'
import type { FastifyInstance } from 'fastify'
import { findMerchantId, insertMembership } from '../../administration/rows/memberships.ts'
import { insertStaff, setPassword } from '../../administration/rows/staff.ts'
import { passwordHashing } from '../../administration/sign-in/password.ts'
import type { NamedKeys } from '../../administration/tenants/create-tenant.ts'
import { inDirectory } from '../../engine/driver/directory-tx.ts'
import type { Context } from '../../frame/context.ts'
import { type Browser, openBrowser } from './browser.ts'

export const PASSWORD = 'correct horse battery'

/** Adds a person to the staff of a tenant's merchant. */
export async function addStaff(
  ctx: Context,
  { alias }: NamedKeys,
  role: StaffRole,
  email = `${role}@${alias}.example.com`.replace('_', '-'),
): Promise<{ readonly staffId: StaffId; readonly email: string }> {
  const createdAt = ctx.clock.now()
  const staffId = ctx.ids.make<StaffId>(createdAt)
  const hash = await passwordHashing.hash(PASSWORD)
  await inDirectory(ctx.db, async (tx) => {
    const merchantId = await findMerchantId(tx, alias)
    if (merchantId === null) throw new Error('merchant not found')
    const person = { id: staffId, name: role, email, isDemo: false, isAddressProven: true, createdAt }
    await insertStaff(tx, person)
    await setPassword(tx, { id: ctx.ids.make<string>(createdAt), staffId, hash, now: createdAt })
    await insertMembership(tx, { staffId, merchantId, role, createdAt })
  })
  return { staffId, email }
}

/** A browser in which a person is signed in. */
export async function signedIn(app: FastifyInstance, email: string, password = PASSWORD): Promise<Browser> {
  const browser = openBrowser(app)
  const { status, body } = await browser.request('POST', '/portal/auth/sign-in/email', {
    body: { email, password },
  })
  if (status !== 200) throw new Error(`sign-in failed: ${JSON.stringify(body)}`)
  return browser
}
