import { Type } from 'typebox'
import { CustomDomain, domainParams, exampleDomains } from '../custom-domain.ts'
import { endpoint } from '../endpoint.ts'

export const removeDomain = endpoint({
  name: 'removeDomain',
  tag: 'Domains',
  method: 'DELETE',
  path: '/domains/{domain}',
  summary: 'Remove a custom domain',
  description:
    'Removes a custom domain within five seconds, and returns it. Share links that people have with this domain stop working; links with another domain of the program go on. A repeated request fails with `DOMAIN_NOT_FOUND` unless it has the same `Idempotency-Key`.',
  scope: 'admin',
  needsRecentSignIn: true,
  repeated: 'is refused',
  params: domainParams(),
  query: Type.Object({}),
  body: null,
  success: { 200: CustomDomain },
  refusals: ['DOMAIN_NOT_FOUND'],
  example: { answer: exampleDomains.verified },
})
