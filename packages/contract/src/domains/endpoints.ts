import { Type } from 'typebox'
import { endpoint } from '../frame/endpoint.ts'
import { CustomDomain, CustomDomains, domainParams, exampleDomains, NewDomain } from './custom-domain.ts'

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
