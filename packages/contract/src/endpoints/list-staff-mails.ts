import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { StaffMail } from '../staff.ts'

export const listStaffMails = endpoint({
  name: 'listStaffMails',
  tag: 'Staff',
  method: 'GET',
  path: '/staff-mails',
  summary: 'List e-mails to staff',
  description:
    'Returns the latest 100 e-mails of the last seven days to the merchant’s staff, newest first, with their state. One-time links are left out of the texts: each is for its recipient alone. Only owners may read them.',
  scope: 'admin',
  showsPersonalData: true,
  belongsTo: 'merchant',
  staffRoles: ['owner'],
  needsRecentSignIn: true,
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: { 200: Type.Object({ mails: Type.Array(StaffMail) }) },
  refusals: [],
  example: {
    answer: {
      mails: [
        {
          id: '019c13ec-9e00-7000-854b-b3ee23565fa6',
          recipient: 'carol@example.com',
          subject: 'Invitation to the referral program of Example Shop',
          text: 'Open this link within seven days to accept:\n\n[the link is left out here]',
          state: 'KEPT',
          dateCreated: 1_780_000_000_000,
        },
      ],
    },
  },
})
