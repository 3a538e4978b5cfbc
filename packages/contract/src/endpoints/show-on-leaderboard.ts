import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleIdentification } from '../examples.ts'
import { Identification } from '../identification.ts'

export const showOnLeaderboard = endpoint({
  name: 'showOnLeaderboard',
  tag: 'Browser',
  method: 'POST',
  path: '/open/leaderboard',
  summary: 'Agree to be shown on the leaderboard',
  description:
    'Called by the widget when its user agrees to be shown with their first name and place, or takes that back. Only a signed call may do it. While the program has no leaderboard nobody is shown, and an agreement is not kept.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object({
    ...Identification.properties,
    show: Type.Boolean({ description: 'Whether to show the user from now on.' }),
  }),
  success: {
    200: Type.Object(
      { isShown: Type.Boolean({ description: 'Whether the user is shown from now on.' }) },
      { title: 'ShownOnLeaderboard' },
    ),
  },
  refusals: ['SIGNATURE_REQUIRED', 'SIGNATURE_INVALID'],
  example: {
    body: { ...exampleIdentification, jwt: 'eyJhbGciOiJIUzI1NiJ9…', show: true },
    answer: { isShown: true },
  },
})
