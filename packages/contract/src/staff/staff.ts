import { staffRoles } from '@goodword/domain/staff/staff-role'
import type { InvitationId, StaffId } from '@goodword/domain/values/ids'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, recordId, time } from '../frame/values.ts'

export const staffId = () => Type.Unsafe<StaffId>(recordId('ID of the person.'))
export const invitationId = () => Type.Unsafe<InvitationId>(recordId('ID of the invitation.'))

export const staffRole = () =>
  Type.Enum([...staffRoles], {
    description:
      'What the person may do: `analyst` reads, `reviewer` also decides about referrals, `admin` does everything but manage the team, `owner` everything.',
  })

export const staffEmail = () =>
  Type.String({
    format: 'staff-email',
    description: 'The e-mail address that the person signs in with, in lower case.',
    examples: ['ann@example.com'],
  })

export const Member = Type.Object(
  {
    id: staffId(),
    name: Type.String({ description: 'The person’s name.' }),
    email: staffEmail(),
    role: staffRole(),
    hasPassword: Type.Boolean({
      description:
        'Whether the person can sign in with a password, and not only by a provider or a one-time link.',
    }),
    hasTwoFactor: Type.Boolean({
      description: 'Whether a sign-in with the password requires a second factor.',
    }),
    passkeys: Type.Integer({ description: 'How many passkeys the person has.' }),
    dateJoined: time('When the person joined the staff.'),
    dateLastSignIn: nullable(
      time('The latest sign-in among the sessions that still exist; null without one.'),
    ),
  },
  { title: 'StaffMember', description: 'A person of the merchant’s staff.' },
)
export type Member = ShapeOf<typeof Member>

export const exampleMember = {
  id: '019c13ec-9e00-7000-854b-b3ee23565fa4' as StaffId,
  name: 'Ann Example',
  email: 'ann@example.com',
  role: 'admin',
  hasPassword: true,
  hasTwoFactor: true,
  passkeys: 1,
  dateJoined: 1_780_000_000_000,
  dateLastSignIn: 1_780_400_000_000,
} as const satisfies Member

const invitation = {
  id: invitationId(),
  email: staffEmail(),
  role: staffRole(),
  invitedBy: Type.String({ description: 'Who invited the person.', examples: ['operator admin'] }),
  dateCreated: time('When the person was invited.'),
  dateExpires: time('Until when the invitation can be accepted.'),
}

export const Invitation = Type.Object(invitation, {
  title: 'StaffInvitation',
  description: 'An open invitation to the merchant’s staff.',
})
export type Invitation = ShapeOf<typeof Invitation>

export const InvitationWithLink = Type.Object(
  {
    ...invitation,
    link: nullable(
      Type.String({
        description:
          'The link to accept it, to pass on yourself: it cannot be retrieved later. Null when it is sent by e-mail.',
      }),
    ),
  },
  { title: 'StaffInvitationWithLink' },
)
export type InvitationWithLink = ShapeOf<typeof InvitationWithLink>

export const exampleInvitation = {
  id: '019c13ec-9e00-7000-854b-b3ee23565fa5' as InvitationId,
  email: 'carol@example.com',
  role: 'reviewer',
  invitedBy: 'staff 019c13ec-9e00-7000-854b-b3ee23565fa4 ann@example.com',
  dateCreated: 1_780_000_000_000,
  dateExpires: 1_780_604_800_000,
} as const satisfies Invitation

export const StaffMail = Type.Object(
  {
    id: recordId('ID of the e-mail.'),
    recipient: Type.String({ description: 'The address that it is for.' }),
    subject: Type.String({ description: 'The subject.' }),
    text: Type.String({ description: 'The text, without the one-time link that the recipient got.' }),
    state: Type.Enum(['KEPT', 'SENT', 'FAILED'], {
      description:
        '`KEPT`: there is no mail server, or it is being sent. `FAILED`: the mail server did not take it.',
    }),
    dateCreated: time('When it was written.'),
  },
  {
    title: 'StaffMail',
    description: 'An e-mail of the portal to a person of staff, or to an invited person.',
  },
)
export type StaffMail = ShapeOf<typeof StaffMail>
