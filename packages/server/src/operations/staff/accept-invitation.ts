import { Refusal } from '@goodword/contract/refusal'
import type { MerchantId, StaffId, TenantId } from '@goodword/domain/ids'
import type { StaffRole } from '@goodword/domain/staff-role'
import { type DirectoryTx, inDirectory } from '../../store/driver/directory-tx.ts'
import {
  findAnyTenant,
  findInvitation,
  type TakenInvitation,
  takeInvitation,
} from '../../store/staff/invitations.ts'
import { insertMembership } from '../../store/staff/memberships.ts'
import { insertStaff, setPassword } from '../../store/staff/staff.ts'
import type { Context } from '../context.ts'
import { actorNamed } from '../tenants/actor.ts'
import { audit } from '../tenants/audit.ts'
import { linkNotValid } from './one-time-links.ts'
import { tokenHash } from './one-time-token.ts'
import { passwordHashing } from './password.ts'

export type Offer = {
  readonly company: string
  readonly email: string
  readonly role: StaffRole
  readonly hasAccount: boolean
}

/**
 * What an invitation offers; it is not used up.
 *
 * @throws Refusal LINK_NOT_VALID
 */
export async function readOffer(ctx: Context, token: string): Promise<Offer> {
  const row = await findInvitation(ctx.db, tokenHash(token), ctx.clock.now())
  if (row === null) throw linkNotValid()
  return { company: row.merchant, email: row.email, role: row.role, hasAccount: row.has_account }
}

export type Acceptance = { readonly staffId: StaffId; readonly merchantId: MerchantId }

/**
 * Accepts an invitation as a new person.
 *
 * @throws Refusal LINK_NOT_VALID, or UNAUTHORIZED when the address has an account: its owner has to sign in
 */
export async function acceptAsNew(
  ctx: Context,
  token: string,
  { name, password }: { readonly name: string; readonly password: string },
): Promise<Acceptance> {
  const offer = await readOffer(ctx, token)
  if (offer.hasAccount) throw signInFirst(offer.email)
  const hash = await passwordHashing.hash(password)
  const createdAt = ctx.clock.now()
  const staffId = ctx.ids.make<StaffId>(createdAt)
  return inDirectory(ctx.db, async (tx) => {
    const invitation = await takeInvitation(tx, tokenHash(token), createdAt)
    if (invitation === null) throw linkNotValid()
    const { email } = invitation
    if (!(await insertStaff(tx, { id: staffId, name, email, isDemo: false, createdAt })))
      throw signInFirst(email)
    await setPassword(tx, { id: ctx.ids.make<string>(createdAt), staffId, hash, now: createdAt })
    return join(tx, ctx, staffId, invitation)
  })
}

/**
 * Accepts an invitation as a person who is signed in.
 *
 * @throws Refusal LINK_NOT_VALID, or UNAUTHORIZED when it is for another address
 */
export function acceptAsKnown(
  ctx: Context,
  token: string,
  { staffId, email }: { readonly staffId: StaffId; readonly email: string },
): Promise<Acceptance> {
  return inDirectory(ctx.db, async (tx) => {
    const invitation = await takeInvitation(tx, tokenHash(token), ctx.clock.now())
    if (invitation === null) throw linkNotValid()
    if (invitation.email !== email) throw signInFirst(invitation.email)
    return join(tx, ctx, staffId, invitation)
  })
}

/** Adds a person to the staff that they were invited to. */
export async function join(
  tx: DirectoryTx,
  ctx: Context,
  staffId: StaffId,
  { merchant_id: merchantId, email, role, invited_by: invitedBy }: TakenInvitation,
): Promise<Acceptance> {
  await insertMembership(tx, { staffId, merchantId, role, createdAt: ctx.clock.now() })
  const tenantId = await findAnyTenant<TenantId>(tx, merchantId)
  if (tenantId !== null) {
    await tx.serveTenant(tenantId)
    const acting = ctx.actingAs(actorNamed(`staff ${staffId} ${email}`))
    await audit(tx, acting, tenantId, 'staff.join', { staffId, role, invitedBy })
  }
  return { staffId, merchantId }
}

function signInFirst(email: string): Refusal {
  return new Refusal('UNAUTHORIZED', `Sign in as ${email}, then accept the invitation.`)
}
