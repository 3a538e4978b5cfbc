import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleIdentification, exampleIdentified, exampleProgram } from '../examples.ts'
import { Identification } from '../identification.ts'
import { Widget } from '../widget.ts'

const cursor = (list: string) =>
  Type.Optional(
    Type.String({
      format: 'cursor',
      description: `Where the list of ${list} goes on: its \`nextCursor\`. Leave it out for the first page.`,
    }),
  )

export const loadWidget = endpoint({
  name: 'loadWidget',
  tag: 'Browser',
  method: 'POST',
  path: '/open/widget',
  summary: 'Load what the widget shows',
  description:
    'What the widget calls. Identifies the user by the same rules as `POST open/identify`, and answers their code, their links and the offer. Only a signed call is told referrals, rewards and balances; to any other they are null, whatever there is.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({
    // No limit and no count to choose: a page of the widget’s is small, and anybody can ask.
    referralsCursor: cursor('referrals'),
    rewardsCursor: cursor('rewards'),
  }),
  body: Identification,
  success: { 200: Widget },
  refusals: ['SIGNATURE_REQUIRED', 'SIGNATURE_INVALID', 'TOO_MANY_USERS'],
  example: {
    body: exampleIdentification,
    answer: {
      ...exampleIdentified,
      codeFault: null,
      program: {
        name: exampleProgram.name,
        currency: exampleProgram.currency,
        showReferrerName: exampleProgram.showReferrerName,
        referredReward: exampleProgram.referredReward,
        referrerReward: exampleProgram.referrerReward,
        theme: { accentColor: '#0b5cad' },
        texts: { en: { title: 'Put in a good word' } },
      },
      referrals: null,
      rewards: null,
      balances: null,
      discount: null,
    },
  },
})
