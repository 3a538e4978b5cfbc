import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'

export const suppressAddress = endpoint({
  name: 'suppressAddress',
  tag: 'E-mails',
  method: 'POST',
  path: '/invitations/suppressions',
  summary: 'Suppress an address',
  description:
    'Has no invitations sent to an address any more, for ever: after a complaint, or when a mail server reported to your bounce address that it does not exist. Kept as a keyed hash, and what is kept of the address for earlier invitations is erased. E-mails to users are not concerned; they choose for themselves. Repeats change nothing.',
  scope: 'admin',
  refusesUnknownFields: true,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      email: Type.String({
        format: 'email-address',
        description: 'The address.',
        examples: ['carol@example.com'],
      }),
    },
    { title: 'Suppression' },
  ),
  success: { 200: Type.Object({ suppressed: Type.Boolean({ description: 'Always true.' }) }) },
  refusals: [],
  example: { body: { email: 'carol@example.com' }, answer: { suppressed: true } },
})
