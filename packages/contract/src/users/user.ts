import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, time } from '../frame/values.ts'

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

const fields = {
  id: Type.String({ description: 'Your ID for the user; unique within the account.' }),
  accountId: Type.String({ description: 'Your ID for the user’s account.' }),
  email: nullable(Type.String({ description: 'E-mail address.' })),
  firstName: nullable(Type.String({ description: 'First name.' })),
  lastName: nullable(Type.String({ description: 'Last name.' })),
  locale: nullable(
    Type.String({
      description: 'The language of the user’s e-mails, such as `de-AT`; null while it is not known.',
    }),
  ),
  referralCode: Type.String({ description: 'The user’s referral code, in upper case.' }),
  shareLinks: ShareLinks,
  dateCreated: time('When the user was created.'),
  dateBlocked: nullable(time('When the user’s account was blocked; null while it is not.')),
}

export const User = Type.Object(fields, {
  title: 'User',
  description: 'A person who belongs to an account. Every user has a referral code.',
})
export type User = ShapeOf<typeof User>

/** The number of an account's newest referrals, and rewards, that are counted for the figures of a user in a list. */
export const MAX_COUNTED_FIGURES = 1000

const figure = (description: string) => Type.Integer({ minimum: 0, description })

export const UserFigures = Type.Object(
  {
    inProgress: figure('Friends who have not converted yet.'),
    converted: figure('Friends who have converted and have not left.'),
    ended: figure('Friends who have left.'),
    rewards: figure(
      'Rewards that were not cancelled: what the user earned, and what the account has as a whole.',
    ),
    complete: Type.Boolean({
      description: `Whether these are all. False where the account has more than ${MAX_COUNTED_FIGURES.toLocaleString('en')} referrals or rewards: then its newest are counted.`,
    }),
  },
  { title: 'UserFigures', description: 'What came of a user’s code.' },
)
export type UserFigures = ShapeOf<typeof UserFigures>

export const ListedUser = Type.Object(
  { ...fields, figures: Type.Optional(UserFigures) },
  { title: 'ListedUser', description: 'A user in a list, with figures where the request asks for them.' },
)
export type ListedUser = ShapeOf<typeof ListedUser>

export const UserSummary = Type.Object(
  {
    id: Type.String({ description: 'Your ID for the user.' }),
    accountId: Type.String({ description: 'Your ID for the user’s account.' }),
    email: nullable(Type.String({ description: 'E-mail address.' })),
    firstName: nullable(Type.String({ description: 'First name.' })),
    lastName: nullable(Type.String({ description: 'Last name.' })),
  },
  { title: 'UserSummary', description: 'Who a user is.' },
)
export type UserSummary = ShapeOf<typeof UserSummary>
