import type { AccountKey } from '../values/ids.ts'
import type { FraudFacts } from './fraud-facts.ts'

/** The kinds of evidence that are compared between accounts, as keyed hashes. `domain` is a private mail domain. */
export type EvidenceKind = 'card' | 'device' | 'network' | 'domain'

/** 16 bytes of a keyed hash, in the text form of a UUID. */
export type EvidenceKey = {
  readonly kind: EvidenceKind
  readonly key: string
  /** The key was made with the salt before: it is looked up, because others may be stored with it, and not stored. */
  readonly isPrevious?: true
}

/** The evidence of a call: evidence keys of the account, and facts that need no history. */
export type Observed = { readonly keys: readonly EvidenceKey[]; readonly facts: FraudFacts }

/** Keys of an account that are read. */
export const MAX_KEYS_PER_ACCOUNT = 64
/** How long clicks from public pages and advertisements count, and how long after the start of a referral they are of interest. */
export const PUBLIC_CLICK_DAYS = 7
/** Clicks from public pages and advertisements are counted up to this. */
export const MAX_PUBLIC_CLICKS_COUNTED = 10_000
/** Accounts that are read and kept per key. */
export const MAX_ACCOUNTS_PER_KEY = 200
/** A network with more accounts than this is shared by strangers, so it links no accounts. */
export const MAX_ACCOUNTS_OF_LINK = 20
/** Friends of a referrer within a day are counted up to this. */
export const MAX_FRIENDS_COUNTED = 500

const DAY_MS = 86_400_000

/** The stored history of an account's evidence keys and of its referrer, without the account itself. */
export type FraudHistory = {
  readonly friendsInHour: number
  readonly friendsInDay: number
  /**
   * When the latest friend came before the friends of the last 24 hours, or the code was given if there is none; null without
   * a referrer.
   */
  readonly referrerSeenAt: number | null
  /** Clicks of the last days on the referrer's links from public pages and advertisements; of a referral that is older, 0. */
  readonly publicClicks: number
  readonly keys: readonly KeyHistory[]
  readonly people: KnownPeople
}

/** The persons of an account and of its referrer, as their roots; null for an unknown person. */
export type KnownPeople = { readonly own: AccountKey | null; readonly referrer: AccountKey | null }

/** The stored history of one key of the account, without the account itself. */
export type KeyHistory = EvidenceKey & {
  readonly accounts: number
  readonly accountsInHour: number
  readonly accountsInDay: number
  /** Friends of the account's referrer that have the key. */
  readonly friends: readonly AccountKey[]
  /** Whether the referrer's account has the key. */
  readonly isReferrers: boolean
  /** Whether the account was seen with the key before. */
  readonly isKnown: boolean
}

/** Whether a key is new to the account, and shows that it and others are of one person. */
export function showsPerson(history: KeyHistory): boolean {
  const { kind, accounts, isKnown } = history
  return isPersonal(kind) && !isKnown && accounts > 0 && !isFull(history)
}

/** Whether no more accounts are stored with a key. */
export function isFull({ accounts }: KeyHistory): boolean {
  return accounts >= MAX_ACCOUNTS_PER_KEY
}

/** Whether a kind of key belongs to one person. */
export function isPersonal(kind: EvidenceKind): boolean {
  return kind === 'card' || kind === 'device'
}

/** When a referral starts or started, beside its history. */
export type StartOfReferral = {
  readonly now: number
  readonly startedAt: number
  /**
   * How many other friends of the referrer the same transaction brought; null for a referral that started before, whose facts
   * about its start are known.
   */
  readonly startedNow: number | null
}

/** The facts of a referral that follow from history. */
export function factsOfHistory(history: FraudHistory, start: StartOfReferral): FraudFacts {
  return {
    ...ofStart(history, start),
    ...ofClicks(history, start),
    ...(isSamePerson(history.people) ? { samePerson: 1 } : {}),
    ...(history.keys.length === 0 ? {} : { linkedFriends: linkedFriends(history.keys) }),
    ...ofNetworks(history.keys.filter((it) => it.kind === 'network')),
    ...ofDomains(history.keys.filter((it) => it.kind === 'domain')),
    ...shared(
      'sharedDevices',
      history.keys.filter((it) => it.kind === 'device'),
    ),
    ...ofCards(history.keys.filter((it) => it.kind === 'card')),
  }
}

function isSamePerson({ own, referrer }: KnownPeople): boolean {
  return own !== null && own === referrer
}

function ofStart(history: FraudHistory, { now, startedNow }: StartOfReferral): FraudFacts {
  if (startedNow === null) return {}
  const { referrerSeenAt } = history
  const others = startedNow + 1
  return {
    friendsInHour: history.friendsInHour + others,
    friendsInDay: history.friendsInDay + others,
    ...(referrerSeenAt === null
      ? {}
      : { referrerIdleDays: Math.max(0, Math.floor((now - referrerSeenAt) / DAY_MS)) }),
  }
}

/** The first friends who come from a public page are seen before there are many clicks. */
function ofClicks({ publicClicks }: FraudHistory, { now, startedAt }: StartOfReferral): FraudFacts {
  return now - startedAt > PUBLIC_CLICK_DAYS * DAY_MS ? {} : { publicClicks }
}

function linkedFriends(keys: readonly KeyHistory[]): number {
  return new Set(keys.filter(isLink).flatMap((it) => it.friends)).size
}

/** Whether friends with a key have something in common: not if most accounts of a network are neither the referrer's nor friends. */
function isLink(key: KeyHistory): boolean {
  if (key.kind !== 'network') return true
  const known = key.friends.length + (key.isReferrers ? 1 : 0)
  return isOfFew(key) && 2 * known >= key.accounts
}

function isOfFew({ accounts }: KeyHistory): boolean {
  return accounts < MAX_ACCOUNTS_OF_LINK
}

function ofNetworks(networks: readonly KeyHistory[]): FraudFacts {
  if (networks.length === 0) return {}
  const most = (value: (it: KeyHistory) => number) => Math.max(...networks.map(value))
  return {
    accountsOnNetwork: most((it) => it.accounts) + 1,
    accountsOnNetworkInHour: most((it) => it.accountsInHour) + 1,
    friendsOnNetwork: most((it) => it.friends.length) + 1,
    referrersNetwork: networks.some((it) => isOfFew(it) && it.isReferrers) ? 1 : 0,
  }
}

function ofDomains(domains: readonly KeyHistory[]): FraudFacts {
  if (domains.length === 0) return {}
  return {
    accountsOnDomainInDay: Math.max(...domains.map((it) => it.accountsInDay)) + 1,
    friendsOnDomain: Math.max(...domains.map((it) => it.friends.length)) + 1,
  }
}

function ofCards(cards: readonly KeyHistory[]): FraudFacts {
  if (cards.length === 0) return {}
  const friends = new Set(cards.flatMap((it) => it.friends))
  return { ...shared('sharedCards', cards), friendsOnCard: friends.size }
}

function shared(name: 'sharedDevices' | 'sharedCards', keys: readonly KeyHistory[]): FraudFacts {
  return keys.length === 0 ? {} : { [name]: keys.filter((it) => it.isReferrers).length }
}
