/** The commands that pages push into the queue of the browser script, and the events they receive. */

/** The argument of `init`. Empty texts and null count as absent. */
export type InitFields = {
  readonly tenant_alias: string
  /** No user is identified without it: the script only processes share links. A user of another `init` stays until `logout`. */
  readonly account_id?: string | null
  /** Required with `account_id`. */
  readonly user_id?: string | null
  readonly payment_provider_id?: string | null
  readonly email?: string | null
  readonly first_name?: string | null
  readonly last_name?: string | null
  /** Language of the widget, such as `de-AT`; that of the page by default. */
  readonly locale?: string | null
  /** A code that the user typed in. */
  readonly referral_code?: string | null
  readonly account_status?: 'TRIAL' | 'FREE' | 'PAID' | 'CANCELLED' | null
  /** The user's fields, signed by your server. */
  readonly jwt?: string | null
}

/** The argument of `welcome`. */
export type WelcomeOptions = {
  /** The element for the greeting, also one that comes later; over the page without it, or if it has too little room. */
  readonly selector?: string
}

/** The offer for a friend: the detail of `offer`, and of the event `goodword:offer` of the window. */
export type Offer = {
  readonly code: string
  /** First name and last initial; null if unknown, or if the program hides it. */
  readonly referrerName: string | null
  /** The friend's reward; null for none. */
  readonly reward: OfferedReward | null
  /** When the code expires, in milliseconds since the epoch; null if it does not. */
  readonly appliesUntil: number | null
  /** The offer in words, in the language of the page where there are words in it. */
  readonly texts: {
    readonly locale: string
    readonly direction: 'ltr' | 'rtl'
    readonly title: string
    readonly text: string
    readonly applied: string
  }
}

type OfferedReward =
  | {
      readonly type: 'PCT_DISCOUNT'
      readonly discountPercent: number
      readonly monthsDiscountIsValid?: number
    }
  | {
      readonly type: 'CREDIT' | 'TIME_CREDIT'
      readonly unit: string
      readonly credit: number
      readonly monthsCreditIsValid?: number
    }
  | { readonly type: 'FEATURE'; readonly featureType: string; readonly quantity: number }
  | {
      readonly type: 'PAYMENT_SHARE'
      readonly sharePercent: number
      readonly monthsShareIsValid?: number
      readonly monthsCreditIsValid?: number
      readonly maxCreditPerMonth?: number
    }

/** Where a code goes: `name=<field>`, a CSS selector, or a function that is called once. */
export type AutofillTarget = string | ((code?: string) => void)

export type ShareLinks = {
  readonly [medium in 'direct' | 'email' | 'twitter' | 'facebook' | 'linkedin' | 'whatsapp']: string
}

/** The details of events, by their names. */
export type EventDetails = {
  readonly identified: {
    readonly accountId: string
    readonly userId: string
    readonly referralCode: string
    readonly shareLinks: ShareLinks
    /** Whether the account is referred, and why or why not; only with a `jwt`. */
    readonly attributed?: boolean
    readonly reason?: string | null
  }
  readonly failed: Error
  readonly opened: undefined
  readonly closed: undefined
  /** The visitor is a friend with a code: also `goodword:offer` of the window, which can be cancelled to draw it yourself. */
  readonly offer: Offer
  readonly 'widget-loaded': object
  /** `unreachable`: the code or the page of the widget did not load; the others are results of its request. */
  readonly 'widget-failed': {
    readonly reason: 'unreachable' | 'offline' | 'failed' | 'session' | 'refused'
  }
  /** The code of the greeting did not load. */
  readonly 'welcome-failed': { readonly reason: 'unreachable' }
  /** The token has expired or is not accepted: push `init` with a new one. */
  readonly 'token-needed': { readonly code: string }
  readonly copied: { readonly what: 'link' | 'code' }
  readonly shared: {
    readonly medium: 'native' | 'email' | 'whatsapp' | 'twitter' | 'facebook' | 'linkedin'
  }
}

export type EventName = keyof EventDetails

type Subscribe = {
  readonly [Name in EventName]: readonly ['subscribe', Name, (detail: EventDetails[Name]) => void]
}[EventName]

/** One entry of the queue. */
export type Command =
  | readonly ['init', InitFields]
  | readonly ['autofill', AutofillTarget]
  | readonly ['consent', (boolean | 'granted')?]
  | readonly ['open']
  | readonly ['close']
  | readonly ['logout']
  | readonly ['welcome', WelcomeOptions?]
  | Subscribe

/** The global array of the page: `_gw`, unless the tag of the script names another with `data-queue`. */
export type CommandQueue = {
  push<Name extends EventName>(
    command: readonly ['subscribe', Name, (detail: EventDetails[Name]) => void],
  ): unknown
  push(...commands: readonly Command[]): unknown
}
