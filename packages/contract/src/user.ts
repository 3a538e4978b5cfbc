import { Type } from 'typebox'
import type { ShapeOf } from './shape.ts'
import { nullable, time } from './values.ts'

export const ShareLinks = Type.Object(
  {
    direct: Type.String({ description: 'The plain share link.' }),
    email: Type.String({ description: 'For e-mails.' }),
    twitter: Type.String({ description: 'For posts on X (Twitter).' }),
    facebook: Type.String({ description: 'For posts on Facebook.' }),
    linkedin: Type.String({ description: 'For posts on LinkedIn.' }),
    whatsapp: Type.String({ description: 'For messages on WhatsApp.' }),
  },
  {
    title: 'ShareLinks',
    description:
      'Links that lead to the program’s landing page with the user’s code; one per medium. On a domain of your own, if one was added.',
  },
)
export type ShareLinks = ShapeOf<typeof ShareLinks>

export const User = Type.Object(
  {
    id: Type.String({ description: 'Your id of the user; unique within the account.' }),
    accountId: Type.String({ description: 'Your id of the user’s account.' }),
    email: nullable(Type.String({ description: 'E-mail address.' })),
    firstName: nullable(Type.String({ description: 'First name.' })),
    lastName: nullable(Type.String({ description: 'Last name.' })),
    referralCode: Type.String({ description: 'The code that the user shares, upper case.' }),
    shareLinks: ShareLinks,
    dateCreated: time('When the user was first made known.'),
  },
  { title: 'User', description: 'A person of an account. Everyone who is known has a code to share.' },
)
export type User = ShapeOf<typeof User>
