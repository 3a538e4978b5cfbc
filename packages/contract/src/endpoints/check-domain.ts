import { Type } from 'typebox'
import { CustomDomain, domainParams, exampleDomains } from '../custom-domain.ts'
import { endpoint } from '../endpoint.ts'

export const checkDomain = endpoint({
  name: 'checkDomain',
  tag: 'Domains',
  method: 'POST',
  path: '/domains/{domain}/check',
  summary: 'Check a custom domain',
  description:
    'Looks for the TXT record of the domain at its name servers now, and returns the domain as it is then. Once the record is seen, the domain is `VERIFIED`, also one that was `LOST`. Name servers may take some minutes to show a new record. A request within 5 seconds after a check returns the result of that check.',
  scope: 'admin',
  params: domainParams(),
  query: Type.Object({}),
  body: null,
  success: { 200: CustomDomain },
  refusals: ['DOMAIN_NOT_FOUND'],
  example: { answer: exampleDomains.verified },
})
