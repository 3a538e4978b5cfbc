import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'

export const appealDecision = endpoint({
  name: 'appealDecision',
  tag: 'Browser',
  method: 'POST',
  path: '/open/appeals',
  summary: 'Write about a referral that is checked',
  description:
    'Takes what a referrer has to say about a referral whose reward waits for a decision, once. The token is the last part of the link in the notice to the referrer, and is valid until the decision. Your staff see the text beside the referral.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      token: Type.String({
        maxLength: 256,
        description: 'The token of the notice.',
        examples: ['AZpfLnwbfTqfADxeihstT9qk3F1m0cHkQ2bVxY7uZ0E'],
      }),
      text: Type.String({
        format: 'reason',
        description: 'What the referrer has to say, up to 500 characters.',
        examples: ['Carol is my sister. We live in one household and each have an account of our own.'],
      }),
    },
    { title: 'Appeal' },
  ),
  success: {
    201: Type.Object(
      { received: Type.Boolean({ description: 'Always true.' }) },
      { title: 'ReceivedAppeal' },
    ),
  },
  refusals: ['APPEAL_NOT_FOUND', 'ALREADY_APPEALED'],
  example: {
    body: {
      token: 'AZpfLnwbfTqfADxeihstT9qk3F1m0cHkQ2bVxY7uZ0E',
      text: 'Carol is my sister. We live in one household and each have an account of our own.',
    },
    answer: { received: true },
  },
})
