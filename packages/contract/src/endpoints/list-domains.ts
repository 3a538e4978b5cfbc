import { Type } from 'typebox'
import { CustomDomains, exampleDomain } from '../custom-domain.ts'
import { endpoint } from '../endpoint.ts'

export const listDomains = endpoint({
  name: 'listDomains',
  tag: 'Domains',
  method: 'GET',
  path: '/domains',
  summary: 'List custom domains',
  description:
    'Returns the custom domains of the program, with the DNS record that each needs. Share links are shown with the first one; all of them lead to the program.',
  scope: 'admin',
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: { 200: CustomDomains },
  refusals: [],
  example: { answer: { domains: [exampleDomain] } },
})
