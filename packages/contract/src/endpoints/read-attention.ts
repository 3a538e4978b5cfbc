import { Type } from 'typebox'
import { Attention, exampleAttention } from '../attention.ts'
import { endpoint } from '../endpoint.ts'

export const readAttention = endpoint({
  name: 'readAttention',
  tag: 'Program',
  method: 'GET',
  path: '/attention',
  summary: 'List what needs attention',
  description:
    'Returns what staff have to look at: referrals that wait for a decision, a connection that does not work, discounts that the processor refused, failing webhooks and jobs, failed imports and exports of the last 7 days, and API keys in use that expire within 14 days.',
  scope: 'read',
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: { 200: Attention },
  refusals: [],
  example: { answer: exampleAttention },
})
