import { Type } from 'typebox'
import { ApiKey, exampleApiKey } from '../api-key.ts'
import { endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../list.ts'

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  tag: 'Keys',
  method: 'GET',
  path: '/api-keys',
  summary: 'List API keys',
  description:
    'Returns the API keys of the program, newest first, without the keys themselves. Keys that are revoked or expired are included.',
  scope: 'admin',
  params: Type.Object({}),
  query: listQuery({}),
  body: null,
  success: { 200: listOf('apiKeys', ApiKey) },
  refusals: [],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, apiKeys: [exampleApiKey] } },
})
