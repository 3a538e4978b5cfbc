import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, recordId, time } from '../frame/values.ts'

/**
 * A type of event: `exampleReason` and `example` are those of the event that the reference shows, `forStaff` says in the portal what
 * happened.
 */
export function webhookEvent<Data extends TSchema>(definition: {
  readonly summary: string
  readonly description: string
  readonly forStaff: string
  readonly exampleReason: string
  readonly data: Data
  readonly example: ShapeOf<Data>
}) {
  return definition
}

export const EventPerson = Type.Object(
  {
    accountId: Type.String({ description: 'Your ID for the user’s account.' }),
    userId: Type.String({ description: 'Your ID for the user.' }),
    email: nullable(Type.String({ description: 'E-mail address.' })),
    firstName: nullable(Type.String({ description: 'First name.' })),
    lastName: nullable(Type.String({ description: 'Last name.' })),
  },
  { title: 'EventPerson', description: 'A user that an event names, with personal data.' },
)
export type EventPerson = ShapeOf<typeof EventPerson>

/** The schema of the envelope around the data of an event. */
export function envelopeOf<const Name extends string, Data extends TSchema>(
  type: Name,
  title: string,
  description: string,
  data: Data,
) {
  return Type.Object(
    {
      id: recordId('ID of the event: the same in every delivery, and in `GET events`.'),
      type: Type.Literal(type, { description: 'Type of the event.' }),
      tenantAlias: Type.String({ description: 'Alias of the program.', examples: ['acme'] }),
      live: Type.Boolean({ description: 'False for test programs.' }),
      created: time('When it happened.'),
      version: Type.Integer({
        minimum: 1,
        description:
          'Of two events about the same resource, the one with the higher version has the newer state, in whichever order they arrive. Grows within the program, with gaps.',
        examples: [4711],
      }),
      reason: Type.String({ description: 'Why it happened, machine-readable.', examples: ['FIRST_PAYMENT'] }),
      data,
      people: Type.Optional(
        Type.Array(EventPerson, {
          description:
            'The users that `data` names, only in deliveries to webhooks with `includePersonalData`.',
        }),
      ),
    },
    { title, description },
  )
}
