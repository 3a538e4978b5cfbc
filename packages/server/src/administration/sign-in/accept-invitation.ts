import { Refusal } from '@goodword/contract/frame/refusal'
import type { StaffRole } from '@goodword/domain/staff/staff-role'
import type { MerchantId, StaffId, TenantId } from '@goodword/domain/values/ids'
import { type DirectoryTx, inDirectory } from '../../engine/driver/directory-tx.ts'
import { actorNamed } from '../../frame/actor.ts'
import { audit } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { findAnyTenant, findInvitation, type TakenInvitation, takeInvitation } from '../rows/invitations.ts'
import { insertMembership } from '../rows/memberships.ts'
import { changeStaffName, findStaffByEmail, insertStaff, setPassword } from '../rows/staff.ts'
import { linkNotValid } from './one-time-links.ts'
import { tokenHash } from './one-time-token.ts'
import { passwordHashing } from './password.ts'
import { proveAddress } from './prove-address.ts'

export type Offer = {
  readonly company: string
  readonly email: string
  readonly role: StaffRole
  readonly hasAccount: boolean
}

/**
 * Reads the offer of an invitation, without using it up.
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
 * Accepts an invitation as a new person, or as the owner of the address of an account that was never proven to be theirs.
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
  return inDirectory(ctx.db, async (tx) => {
    const invitation = await takeInvitation(tx, tokenHash(token), createdAt)
    if (invitation === null) throw linkNotValid()
    const staffId = await personOf(tx, ctx, invitation, name)
    await setPassword(tx, { id: ctx.ids.make<string>(createdAt), staffId, hash, now: createdAt })
    return join(tx, ctx, staffId, invitation)
  })
}

/**
 * A new account for the address of an invitation, or the one that another person may have opened with it: by the first proof of the
 * address its owner gets it, without the credentials that it had.
 */
async function personOf(
  tx: DirectoryTx,
  ctx: Context,
  { email, proves_address: isAddressProven }: TakenInvitation,
  name: string,
): Promise<StaffId> {
  const createdAt = ctx.clock.now()
  const id = ctx.ids.make<StaffId>(createdAt)
  if (await insertStaff(tx, { id, name, email, isDemo: false, isAddressProven, createdAt })) return id
  const known = await findStaffByEmail(tx, email)
  if (known === null || known.address_proven_at !== null || !isAddressProven) throw signInFirst(email)
  await proveAddress(tx, ctx, known.id)
  await changeStaffName(tx, known.id, name, createdAt)
  return known.id
}

/**
 * Accepts an invitation as a person who is signed in.
 *
 * @throws Refusal LINK_NOT_VALID, UNAUTHORIZED when it is for another address, or ADDRESS_NOT_PROVEN
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
    // The present credentials may be those of a person who does not have the address.
    if ((await findStaffByEmail(tx, email))?.address_proven_at == null) throw addressNotProven(invitation)
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

function addressNotProven({ email, proves_address: isMailed }: TakenInvitation): Refusal {
  const remedy = isMailed
    ? 'Open the link of the invitation and set a new password there.'
    : 'Set a new password by a link in an e-mail, or ask the operator for one (staff reset), and accept the invitation then.'
  return new Refusal(
    'ADDRESS_NOT_PROVEN',
    `It was never proven that the account of ${email} belongs to the owner of this address. ${remedy}`,
  )
}

function signInFirst(email: string): Refusal {
  return new Refusal('UNAUTHORIZED', `Sign in as ${email}, then accept the invitation.`)
}
