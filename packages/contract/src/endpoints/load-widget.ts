import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleIdentification, exampleIdentified, exampleProgram } from '../examples.ts'
import { Identification } from '../identification.ts'
import { Widget } from '../widget.ts'

const cursor = (list: string) =>
  Type.Optional(
    Type.String({
      format: 'cursor',
      description: `The \`nextCursor\` of the previous page of ${list}. Omit it for the first page.`,
    }),
  )

export const loadWidget = endpoint({
  name: 'loadWidget',
  tag: 'Browser',
  method: 'POST',
  path: '/open/widget',
  summary: 'Load the widget’s content',
  description:
    'Called by the widget. Identifies the user by the same rules as `POST open/identify` and returns their referral code, their share links and the offer. Referrals, rewards, balances and figures are returned only to signed calls; they are null otherwise.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({
    // No `limit` and no `count` parameters: pages are small, and the operation is public.
    referralsCursor: cursor('referrals'),
    rewardsCursor: cursor('rewards'),
  }),
  body: Identification,
  success: { 200: Widget },
  refusals: ['SIGNATURE_REQUIRED', 'SIGNATURE_INVALID'],
  example: {
    body: exampleIdentification,
    answer: {
      ...exampleIdentified,
      codeFault: null,
      codeChoicesLeft: null,
      canEnterCode: false,
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
      figures: null,
      invitations: null,
      leaderboard: null,
    },
  },
})
