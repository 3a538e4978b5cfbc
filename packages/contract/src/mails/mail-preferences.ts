import { mailKinds } from '@goodword/domain/outbound/mail'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable } from '../frame/values.ts'

const kind = Type.Enum([...mailKinds], { description: 'The kind of e-mail.' })

export const MailPreferences = Type.Object(
  {
    subscribed: nullable(
      Type.Boolean({
        description:
          'False if the user unsubscribed from all e-mails; null if they have no address that your server or a signed call reported.',
      }),
    ),
    kinds: Type.Array(
      Type.Object({
        kind,
        sent: Type.Boolean({ description: 'Whether the program sends this kind.' }),
        wanted: Type.Boolean({ description: 'Whether the user wants this kind.' }),
      }),
      { description: 'Each kind of e-mail.' },
    ),
  },
  { title: 'MailPreferences', description: 'Which e-mails a user wants.' },
)
export type MailPreferences = ShapeOf<typeof MailPreferences>

export const PreferenceChange = {
  subscribed: Type.Optional(
    Type.Boolean({ description: 'False unsubscribes from all e-mails, true subscribes again.' }),
  ),
  unwanted: Type.Optional(
    Type.Array(kind, {
      maxItems: mailKinds.length,
      description: 'The kinds that the user does not want; the others are wanted.',
    }),
  ),
}

export const examplePreferences: MailPreferences = {
  subscribed: true,
  kinds: mailKinds.map((it) => ({
    kind: it,
    sent: it !== 'SHARE_REMINDER',
    wanted: it !== 'REWARD_EXPIRING',
  })),
}
