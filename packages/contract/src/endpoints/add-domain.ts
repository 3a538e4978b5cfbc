import { Type } from 'typebox'
import { CustomDomain, exampleDomains, NewDomain } from '../custom-domain.ts'
import { endpoint } from '../endpoint.ts'

export const addDomain = endpoint({
  name: 'addDomain',
  tag: 'Domains',
  method: 'POST',
  path: '/domains',
  summary: 'Add a custom domain',
  description:
    'Claims a host for the share links of the program, and returns the TXT record that proves it. Until the record is seen, the claim routes nothing, and other programs may claim the host as well. The record is looked for at once by `POST domains/{domain}/check`, by itself every 5 minutes in the first hour, then hourly, then daily; after 72 hours without it the claim is `LOST`. Share links are shown with the domain within five seconds after it is verified, if it is the first one, so set up DNS and the certificate first. Hosts of the service itself, names of internal networks, and names under which anyone can register are refused. Adding a domain again changes nothing, or makes one that is `LOST` wait again. A program can have 20 in each mode.',
  scope: 'admin',
  refusesUnknownFields: true,
  needsRecentSignIn: true,
  params: Type.Object({}),
  query: Type.Object({}),
  body: NewDomain,
  success: { 201: CustomDomain },
  refusals: ['TOO_MANY_DOMAINS'],
  example: { body: { domain: 'go.example.com' }, answer: exampleDomains.pending },
})
