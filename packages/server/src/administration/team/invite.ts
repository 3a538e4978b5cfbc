import { Refusal } from '@goodword/contract/frame/refusal'
import type { InvitationWithLink } from '@goodword/contract/staff/staff'
import type { StaffRole } from '@goodword/domain/staff/staff-role'
import type { InvitationId, MerchantId, TenantId } from '@goodword/domain/values/ids'
import type { DirectoryTx } from '../../engine/driver/directory-tx.ts'
import { audit } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { findMerchantName } from '../../frame/rows/directory.ts'
import { type LetterAllowance, takeLetter } from '../../frame/rows/letter-allowances.ts'
import { allowanceOf, countLetterTo, recipientAllowance } from '../../outbound/mails/recipient-allowance.ts'
import { postLetter } from '../notices/staff-mails.ts'
import { insertInvitation } from '../rows/invitations.ts'
import { findMemberByEmail } from '../rows/members.ts'
import { pageWithToken } from '../sign-in/one-time-links.ts'
import { makeToken } from '../sign-in/one-time-token.ts'
import { changeTeam } from './change-team.ts'
import { requireGivable } from './team-refusals.ts'

const OPEN_MS = 7 * 86_400_000

export type InvitationRequest = {
  readonly email: string
  readonly role: StaffRole
  /** The role of who does it; the operator counts as an owner. */
  readonly callerRole: StaffRole
}

/**
 * Invites a person to the merchant's staff.
 *
 * @throws Refusal ALREADY_MEMBER, ALREADY_INVITED, INSUFFICIENT_SCOPE or TOO_MANY_REQUESTS
 */
export async function invite(
  ctx: Context,
  tenantId: TenantId,
  { email: given, role, callerRole }: InvitationRequest,
): Promise<InvitationWithLink> {
  requireGivable(callerRole, [role])
  const email = given.toLowerCase()
  const { token, hash } = makeToken()
  const createdAt = ctx.clock.now()
  const expiresAt = createdAt + OPEN_MS
  const id = ctx.ids.make<InvitationId>(createdAt)
  const invitedBy = ctx.actor.name
  // Without a mail server the inviter gets the link. A command is the operator's, who can do all that an account can.
  const provesAddress = ctx.mailServer !== null || ctx.actor.request === null
  const { merchantId, merchant } = await changeTeam(ctx, tenantId, async (tx, merchantId) => {
    if ((await findMemberByEmail(tx, merchantId, email)) !== null) {
      throw new Refusal('ALREADY_MEMBER', 'A person with this "email" belongs to the staff already.', 'email')
    }
    const row = { id, merchantId, email, role, hash, invitedBy, provesAddress, createdAt, expiresAt }
    if (!(await insertInvitation(tx, row))) {
      throw new Refusal(
        'ALREADY_INVITED',
        'There is an open invitation for this "email". Withdraw it first to invite the person anew.',
        'email',
      )
    }
    await countLetter(ctx, tx, merchantId, email)
    await audit(tx, ctx, tenantId, 'staff.invite', { invitationId: id, email, role })
    return { merchantId, merchant: await findMerchantName(tx, tenantId) }
  })
  const link = pageWithToken(ctx, 'invitation', token)
  await postLetter(ctx, {
    merchantId,
    recipient: email,
    subject: `Invitation to the referral program of ${merchant}`,
    textWith: (it) => letterOf(merchant ?? '', role, it),
    link,
  })
  return {
    ...{ id, email, role, invitedBy, dateCreated: createdAt, dateExpires: expiresAt },
    link: ctx.mailServer === null ? link : null,
  }
}

function letterOf(merchant: string, role: StaffRole, link: string): string {
  return [
    'Hello,',
    '',
    `you are invited to the staff of ${merchant} in Goodword, with the role "${role}".`,
    '',
    'Open this link within seven days to accept:',
    '',
    link,
    '',
    'If you did not expect this e-mail, you can ignore it.',
    '',
  ].join('\n')
}

const HOUR_MS = 3_600_000

/**
 * Counts a letter that a member of staff causes to be sent. It counts when the transaction is committed.
 *
 * @throws Refusal TOO_MANY_REQUESTS
 */
async function countLetter(
  ctx: Context,
  tx: DirectoryTx,
  merchantId: MerchantId,
  recipient: string,
): Promise<void> {
  if (ctx.mailServer === null) return
  const ofMerchant = allowanceOf(
    ctx,
    'letters of a merchant',
    merchantId,
    ctx.limits.lettersOfMerchant,
    HOUR_MS,
  )
  if (!(await countLetterTo(ctx, tx, recipient)))
    throw tooMany(TO_RECIPIENT, recipientAllowance(ctx, recipient))
  if (!(await takeLetter(tx, ofMerchant, ctx.clock.now()))) throw tooMany(OF_MERCHANT, ofMerchant)
}

const TO_RECIPIENT = 'This person was sent as many e-mails as a person may be sent in a day.'
const OF_MERCHANT = 'Your team has sent as many e-mails as it may in an hour.'

function tooMany(what: string, { everyMs }: LetterAllowance): Refusal {
  const seconds = Math.ceil(everyMs / 1000)
  const message = `${what} Nothing was stored or sent. Wait for the number of seconds in Retry-After, then try again.`
  return new Refusal('TOO_MANY_REQUESTS', message, null, seconds)
}
