import type { ReferralCode } from '../referrals/referral-code.ts'

/** The media of share links: the values of `via`. */
export const shareMedia = ['direct', 'email', 'twitter', 'facebook', 'linkedin', 'whatsapp'] as const
export type ShareMedium = (typeof shareMedia)[number]

/** The medium that a link names; null for any other text. */
export function shareMediumOf(text: string): ShareMedium | null {
  return shareMedia.find((it) => it === text) ?? null
}

/** Characters that messengers and people append to links, and that no code ends with. */
const TRAILING = new Set([...'/\\.,;:!?)]}>\'"*~`|’”»›…。，、！？）」'])

/** The code of a link without the punctuation that was taken for a part of it. */
export function withoutTrailingPunctuation(text: string): string {
  let end = text.length
  while (end > 0 && TRAILING.has(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** The query parameter that carries the code to the landing page. The script reads it in any case. */
const CODE_PARAMETER = 'refCode'

/**
 * Where a share link leads: the landing page with `refCode` exactly once. Its other query parameters and its fragment
 * stay byte for byte. Of the visitor's query only `utm_*` is passed on, and never over the page's own.
 */
export function landingAddress(
  landingPage: string,
  code: ReferralCode,
  requested: readonly (readonly [name: string, value: string])[],
): string {
  const taken = new Set(
    ownPairs(landingPage)
      .map(nameOf)
      .filter((name) => !isCodeParameter(name)),
  )
  const campaign = requested
    .filter(([name, value]) => isCampaign(name) && isModest(value) && !taken.has(name))
    .slice(0, MAX_CAMPAIGN_PARAMETERS)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return replaced(landingPage, isCodeParameter, [`${CODE_PARAMETER}=${code}`, ...campaign])
}

/** An address with this parameter exactly once. The value has only characters that a query may have. */
export function withParameter(address: string, name: string, value: string): string {
  return replaced(address, (it) => it === name, [`${name}=${value}`])
}

function isCodeParameter(name: string): boolean {
  return name.toLowerCase() === CODE_PARAMETER.toLowerCase()
}

/** An address without some parameters, with others behind those that are left. */
function replaced(address: string, isGone: (name: string) => boolean, pairs: readonly string[]): string {
  const [beforeFragment = '', ...fragment] = address.split('#')
  const [path = ''] = beforeFragment.split('?', 1)
  const kept = ownPairs(address).filter((pair) => !isGone(nameOf(pair)))
  return `${path}?${[...kept, ...pairs].join('&')}${fragment.length === 0 ? '' : `#${fragment.join('#')}`}`
}

/** The raw pairs of an address's query. */
function ownPairs(address: string): readonly string[] {
  const [beforeFragment = ''] = address.split('#', 1)
  const [, ...query] = beforeFragment.split('?')
  const text = query.join('?')
  return text === '' ? [] : text.split('&')
}

const MAX_CAMPAIGN_PARAMETERS = 10
const MAX_CAMPAIGN_VALUE = 256

function isCampaign(name: string): boolean {
  return /^utm_[a-z0-9_]{1,32}$/.test(name)
}

function isModest(value: string): boolean {
  return value.length <= MAX_CAMPAIGN_VALUE && value.isWellFormed()
}

/** The name of a raw `name=value` pair, as a server would read it. */
function nameOf(pair: string): string {
  const raw = pair.split('=')[0] ?? ''
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '))
  } catch {
    return raw
  }
}
