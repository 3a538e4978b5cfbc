import { createRequire } from 'node:module'
import type { MailDomainSettings } from '@goodword/domain/program/program'
import { emailKey } from '@goodword/domain/values/email-key'
import { getDomain } from 'tldts'
import { freeMailDomains } from './free-mail-domains.ts'

const require = createRequire(import.meta.url)

// The package is a list in JSON with a program around it that makes a new set for each question.
const disposable = new Set<string>(
  require('disposable-email-domains-js/dist/dict/disposable_email_blocklist.json'),
)

/** The version of the list of disposable providers as a number: 1026000 for 1.26.0. */
export const mailListVersion: number = versionNumber(
  require('disposable-email-domains-js/package.json').version,
)

/** Providers that pass e-mails on to an address that they keep secret: each address is one person's. */
const relays = new Set([
  'addy.io',
  'aleeas.com',
  'anonaddy.com',
  'anonaddy.me',
  'duck.com',
  'mozmail.com',
  'passmail.com',
  'passmail.net',
  'privaterelay.appleid.com',
  'relay.firefox.com',
  'simplelogin.co',
  'simplelogin.com',
  'slmail.me',
])

/** A mail domain: its name and those above it down to the one that was registered. */
export type MailDomain = { readonly registered: string; readonly names: readonly string[] }

/** The domain of an e-mail address; null where none can be registered, as of an address within a company’s network. */
export function mailDomainOf(email: string): MailDomain | null {
  const name = emailKey(email).split('@').at(-1) ?? ''
  const registered = getDomain(name, { allowPrivateDomains: true })
  if (registered === null) return null
  const names = [name]
  for (let rest = name; rest !== registered; names.push(rest)) rest = rest.slice(rest.indexOf('.') + 1)
  return { registered, names }
}

/** Whether the addresses of a domain are disposable. Domains that a merchant trusts, and relays, never are. */
export function isDisposable({ names }: MailDomain, own: MailDomainSettings): boolean {
  if (isIn(names, own.trusted)) return false
  if (isIn(names, own.disposable)) return true
  return !names.some((it) => relays.has(it)) && names.some((it) => disposable.has(it))
}

/** The domains that stand for any in documentation and tests (RFC 2606). */
const RESERVED = /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost)$/

/** Whether a domain is one organization’s or person’s, so that its addresses have something in common. */
export function isPrivate({ registered, names }: MailDomain): boolean {
  if (RESERVED.test(registered)) return false
  return !names.some((it) => relays.has(it) || freeMailDomains.has(it) || disposable.has(it))
}

function isIn(names: readonly string[], list: readonly string[]): boolean {
  return names.some((it) => list.includes(it))
}

function versionNumber(version: string): number {
  return version.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0)
}
