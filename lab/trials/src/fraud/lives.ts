import type { Chance } from '../crash/chance.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** A customer or friend, with what a merchant knows of them. */
export type Character = {
  readonly account: string
  readonly email: string
  readonly address: string
  readonly device: string
  readonly card: string
}

/** Something that happens to the program, at a time in milliseconds from the beginning. */
export type Act = { readonly at: number } & (
  | { readonly kind: 'join'; readonly person: Character }
  | { readonly kind: 'attribute'; readonly friend: Character; readonly referrer: Character }
  | { readonly kind: 'pay'; readonly friend: Character; readonly failures: number }
  | { readonly kind: 'claim payment'; readonly friend: Character }
  | { readonly kind: 'cancel'; readonly friend: Character }
  | { readonly kind: 'reverse'; readonly friend: Character; readonly how: 'REFUND' | 'DISPUTE' }
  | { readonly kind: 'click'; readonly referrer: Character; readonly referer: string | null }
  // A member of staff approves a referral, whose address is the referrer's.
  | { readonly kind: 'approve own'; readonly friend: Character; readonly staff: string }
)

/** A referral as its maker knows it. Rules never see it. */
export type Life = {
  readonly friend: string
  readonly kind: string
  /** Lives that belong together, such as those of one farm. */
  readonly group: string
  readonly isHonest: boolean
  /** Several strangers use the friend's network. */
  readonly isOnSharedNetwork: boolean
  /** The friend came by a mobile carrier's shared addresses, or has a relay address. */
  readonly isOfPrivacyNetwork: boolean
  readonly startedAt: number
}

export type KindOfLife = {
  readonly name: string
  readonly isHonest: boolean
  readonly isOnSharedNetwork?: true
  readonly isOfPrivacyNetwork?: true
  /** How many of the lives of its label are of this kind, relative to the others. */
  readonly share: number
  /** How many friends a group has at the full size. */
  readonly size: readonly [least: number, most: number]
  /** Writes one group of `size` friends that begins at `start`. */
  readonly write: (script: Script, size: number, start: number) => void
}

const privateDomains = [
  'brook',
  'cedar',
  'delta',
  'ember',
  'fjord',
  'grove',
  'harbor',
  'indigo',
  'jasper',
  'kestrel',
]
const freeDomains = ['gmail.com', 'outlook.com', 'yahoo.com', 'icloud.com', 'web.de', 'proton.me'] as const

/** Collects what happens, and makes people up. */
export class Script {
  readonly acts: Act[] = []
  readonly lives: Life[] = []
  readonly chance: Chance
  #made = 0
  #group = ''
  #kind: KindOfLife | null = null

  constructor(chance: Chance) {
    this.chance = chance
  }

  begin(kind: KindOfLife): void {
    this.#made += 1
    this.#kind = kind
    this.#group = `${kind.name} ${this.#made}`
  }

  /** A number from one to another, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.chance() * (most - least + 1))
  }

  address(): string {
    const { between } = this
    const part = () => between.call(this, 1, 254)
    return `${part() % 200 === 127 ? 128 : 11 + (part() % 160)}.${part()}.${part()}.${part()}`
  }

  domain(): string {
    this.#made += 1
    return `${this.chance.pick(privateDomains)}-${this.#made}.com`
  }

  /** A person with an address, device and card of their own, except for the given values. */
  person(own: Partial<Omit<Character, 'account'>> & { readonly domain?: string } = {}): Character {
    this.#made += 1
    const name = `p${this.#made}`
    const domain = own.domain ?? this.chance.pick(freeDomains)
    return {
      account: name,
      email: own.email ?? `${name}.${this.between(10, 99)}@${domain}`,
      address: own.address ?? this.address(),
      device: own.device ?? `device-${name}`,
      card: own.card ?? `card-${name}`,
    }
  }

  /** A customer who refers, known for a while. */
  referrer(
    start: number,
    own: Parameters<Script['person']>[0] = {},
    daysBefore = this.between(1, 60),
  ): Character {
    const person = this.person(own)
    this.acts.push({ at: start - daysBefore * DAY_MS, kind: 'join', person })
    return person
  }

  /** The friend signs up by the referrer's code, and pays after a while; null for a friend who never pays. */
  refer(
    referrer: Character,
    friend: Character,
    at: number,
    paysAfter: number | null = this.between(10, 3 * 24 * 60) * MINUTE_MS,
    failures = 0,
  ): void {
    const kind = this.#kind
    if (kind === null) throw new Error('a kind of life must begin before its referrals')
    this.acts.push({ at, kind: 'attribute', friend, referrer })
    if (paysAfter !== null) this.acts.push({ at: at + paysAfter, kind: 'pay', friend, failures })
    this.lives.push({
      friend: friend.account,
      kind: kind.name,
      group: this.#group,
      isHonest: kind.isHonest,
      isOnSharedNetwork: kind.isOnSharedNetwork === true,
      isOfPrivacyNetwork: kind.isOfPrivacyNetwork === true,
      startedAt: at,
    })
  }

  add(act: Act): void {
    this.acts.push(act)
  }
}
