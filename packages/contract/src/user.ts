import { Type } from 'typebox'
import type { ShapeOf } from './shape.ts'
import { nullable, time } from './values.ts'

export const ShareLinks = Type.Object(
  {
    direct: Type.String({ description: 'The plain share link.' }),
    email: Type.String({ description: 'Link for e-mails.' }),
    twitter: Type.String({ description: 'Link for posts on X (Twitter).' }),
    facebook: Type.String({ description: 'Link for posts on Facebook.' }),
    linkedin: Type.String({ description: 'Link for posts on LinkedIn.' }),
    whatsapp: Type.String({ description: 'Link for messages on WhatsApp.' }),
  },
  {
    title: 'ShareLinks',
    description:
      'Links to the program’s landing page with the user’s code, one per medium. They use your custom domain if you added one.',
  },
)
export type ShareLinks = ShapeOf<typeof ShareLinks>

export const User = Type.Object(
  {
    id: Type.String({ description: 'Your ID for the user; unique within the account.' }),
    accountId: Type.String({ description: 'Your ID for the user’s account.' }),
    email: nullable(Type.String({ description: 'E-mail address.' })),
    firstName: nullable(Type.String({ description: 'First name.' })),
    lastName: nullable(Type.String({ description: 'Last name.' })),
    referralCode: Type.String({ description: 'The user’s referral code, in upper case.' }),
    shareLinks: ShareLinks,
    dateCreated: time('When the user was created.'),
    dateBlocked: nullable(time('When the user’s account was blocked; null while it is not.')),
  },
  { title: 'User', description: 'A person who belongs to an account. Every user has a referral code.' },
)
export type User = ShapeOf<typeof User>
