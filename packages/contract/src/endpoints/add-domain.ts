import { Type } from 'typebox'
import { CustomDomain, exampleDomain, NewDomain } from '../custom-domain.ts'
import { endpoint } from '../endpoint.ts'

export const addDomain = endpoint({
  name: 'addDomain',
  tag: 'Domains',
  method: 'POST',
  path: '/domains',
  summary: 'Add a custom domain',
  description:
    'Makes the paths of a host the share links of the program, within five seconds, and returns the DNS record that it needs. Set up DNS and the certificate first: share links are shown with the domain as soon as it is added, if it is the first one. Adding it again changes nothing. A domain belongs to one program in one mode; a program can have 20 in each mode.',
  scope: 'admin',
  params: Type.Object({}),
  query: Type.Object({}),
  body: NewDomain,
  success: { 201: CustomDomain },
  refusals: ['DOMAIN_TAKEN', 'TOO_MANY_DOMAINS'],
  example: { body: { domain: 'go.example.com' }, answer: exampleDomain },
})
