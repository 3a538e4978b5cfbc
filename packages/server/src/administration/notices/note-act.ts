import type { StaffId } from '@goodword/domain/values/ids'
import { inDirectory } from '../../engine/driver/directory-tx.ts'
import { actorNamed } from '../../frame/actor.ts'
import { type AuditAction, audit } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { type HomeRow, listHomeTenants } from '../rows/memberships.ts'
import { findStaffByEmail } from '../rows/staff.ts'
import { background } from './staff-mails.ts'

/** Where a request of the portal comes from. */
export type Client = { readonly address: string | null; readonly userAgent: string | null }

type Details = Readonly<Record<string, unknown>>

/**
 * The number of refused sign-ins of a person that have entries in an hour and process; the last of them says that
 * further ones have none.
 */
const MAX_REFUSALS_NOTED = 10
const HOUR_MS = 3_600_000

/**
 * Notes what a person of staff did to their own account, such as a sign-in. It concerns every merchant that they belong to, and no
 * tenant, so it is in the audit log of the oldest live program of each.
 */
export async function noteOwnAct(
  ctx: Context,
  staffId: StaffId,
  client: Client,
  action: AuditAction,
  details: Details = {},
): Promise<void> {
  const homes = await listHomeTenants(ctx.db, staffId)
  const [home] = homes
  if (home === undefined) return
  const actor = `staff ${staffId} ${home.email}`
  await noteAtHomes(ctx, homes, { ...actorNamed(actor), ...client }, action, { staffId, ...details })
}

/** Notes in the same places what the actor of the context did to the account of a person. */
export async function noteAboutPerson(
  ctx: Context,
  staffId: StaffId,
  action: AuditAction,
  details: Details = {},
): Promise<void> {
  await noteAtHomes(ctx, await listHomeTenants(ctx.db, staffId), ctx.actor, action, { staffId, ...details })
}

/**
 * Notes that a sign-in as a person was refused, if an account has the address. No answer waits for it, so that its time does not tell
 * which addresses have one.
 */
export function noteRefusedSignIn(
  ctx: Context,
  person: { readonly email: string } | { readonly staffId: StaffId },
  client: Client,
  errorCode: string,
): void {
  background(ctx, async () => {
    const staffId = 'staffId' in person ? person.staffId : await staffIdOf(ctx, person.email)
    if (staffId === null) return
    const count = ctx.singleton(refusals).add(staffId, ctx.clock.now())
    if (count > MAX_REFUSALS_NOTED) return
    const homes = await listHomeTenants(ctx.db, staffId)
    const more = count === MAX_REFUSALS_NOTED ? { furtherOnesOfThisHour: 'not noted' } : {}
    const actor = { ...actorNamed('unknown person'), ...client }
    const details = { staffId, email: homes[0]?.email, outcome: 'REFUSED', errorCode, ...more }
    await noteAtHomes(ctx, homes, actor, 'staff.sign-in', details)
  })
}

async function noteAtHomes(
  ctx: Context,
  homes: readonly HomeRow[],
  actor: Context['actor'],
  action: AuditAction,
  details: Details,
): Promise<void> {
  if (homes.length === 0) return
  await inDirectory(ctx.db, async (tx) => {
    for (const { tenant_id: tenantId } of homes) {
      await tx.serveTenant(tenantId)
      await audit(tx, ctx.actingAs(actor), tenantId, action, details)
    }
  })
}

function staffIdOf({ db }: Context, email: string): Promise<StaffId | null> {
  return inDirectory(db, async (tx) => (await findStaffByEmail(tx, email.toLowerCase()))?.id ?? null)
}

/** Counts by person, for the present hour. */
function refusals() {
  let hour = 0
  const counts = new Map<StaffId, number>()
  return {
    /** How many there are now, with this one. */
    add(staffId: StaffId, now: number): number {
      const present = Math.floor(now / HOUR_MS)
      if (present !== hour) counts.clear()
      hour = present
      const count = (counts.get(staffId) ?? 0) + 1
      counts.set(staffId, count)
      return count
    },
  }
}
