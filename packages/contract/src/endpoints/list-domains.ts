import { Type } from 'typebox'
import { CustomDomains, exampleDomains } from '../custom-domain.ts'
import { endpoint } from '../endpoint.ts'

export const listDomains = endpoint({
  name: 'listDomains',
  tag: 'Domains',
  method: 'GET',
  path: '/domains',
  summary: 'List custom domains',
  description:
    'Returns the custom domains of the program, with the DNS records that each needs. Share links are shown with the first verified one; all verified ones lead to the program.',
  scope: 'admin',
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: { 200: CustomDomains },
  refusals: [],
  example: { answer: { domains: [exampleDomains.verified] } },
})
