import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleIntegration, Integration } from '../integration.ts'

export const readIntegration = endpoint({
  name: 'readIntegration',
  tag: 'Program',
  method: 'GET',
  path: '/integration',
  summary: 'Check the integration',
  description:
    'Returns for each step of an integration whether and when it was seen, and what is missing. What pages and servers do appears within seconds.',
  scope: 'read',
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: { 200: Integration },
  refusals: [],
  example: { answer: exampleIntegration },
})
