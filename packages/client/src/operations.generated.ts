// Generated from the contract by `npm run generate`.
import type { ListCall } from './list-call.ts'

export const operations = {
  syncAccount: {"method":"POST","path":"/accountsync","hasBody":true,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  readAccount: {"method":"GET","path":"/account/{accountId}","hasBody":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  listAccountEvents: {"method":"GET","path":"/account/{accountId}/timeline","hasBody":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":"events"},
  lookUpCode: {"method":"GET","path":"/code/{code}","hasBody":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  linkDiscount: {"method":"POST","path":"/discount","hasBody":true,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200,201],"list":null},
  readAccountReward: {"method":"GET","path":"/account/{accountId}/reward","hasBody":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  upsertUser: {"method":"POST","path":"/user","hasBody":true,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  readUser: {"method":"GET","path":"/account/{accountId}/user/{userId}","hasBody":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  listUsers: {"method":"GET","path":"/users","hasBody":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":"users"},
  updateCode: {"method":"PUT","path":"/code/{code}","hasBody":true,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  listReferrals: {"method":"GET","path":"/referrals","hasBody":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":"referrals"},
  readReferral: {"method":"GET","path":"/referrals/{referralId}","hasBody":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  moderateReferrals: {"method":"POST","path":"/referrals/moderate","hasBody":true,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  listRewards: {"method":"GET","path":"/rewards","hasBody":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":"rewards"},
  giveReward: {"method":"POST","path":"/rewards","hasBody":true,"takesApiKey":true,"makesIdempotencyKey":true,"successStatuses":[201],"list":null},
  cancelReward: {"method":"POST","path":"/reward/{rewardId}/cancel","hasBody":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  redeemCredit: {"method":"POST","path":"/credit/redeem","hasBody":true,"takesApiKey":true,"makesIdempotencyKey":true,"successStatuses":[200],"list":null},
  readProgram: {"method":"GET","path":"/program","hasBody":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  replaceProgram: {"method":"PUT","path":"/program","hasBody":true,"takesApiKey":true,"makesIdempotencyKey":true,"successStatuses":[200],"list":null},
  readTestClock: {"method":"GET","path":"/test/clock","hasBody":false,"takesApiKey":true,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  moveTestClock: {"method":"POST","path":"/test/clock","hasBody":true,"takesApiKey":true,"makesIdempotencyKey":true,"successStatuses":[200],"list":null},
  identify: {"method":"POST","path":"/open/identify","hasBody":true,"takesApiKey":false,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  loadWidget: {"method":"POST","path":"/open/widget","hasBody":true,"takesApiKey":false,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  lookUpOpenCode: {"method":"GET","path":"/open/code/{code}","hasBody":false,"takesApiKey":false,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
  lookUpTrackingCookie: {"method":"GET","path":"/open/code/{code}/cookie","hasBody":false,"takesApiKey":false,"makesIdempotencyKey":false,"successStatuses":[200],"list":null},
} as const

/** One method per operation, by its name in the reference. */
export type Client = {
  /**
   * Tell of an account.
   *
   * Makes an account known or updates it. A `referral.code` attributes the account to whoever shares the code; `subscription.status` `PAID` converts the referral and unlocks the rewards, in the same call or a later one. A referral converts once a user of the account has been identified. Repeats change nothing.
   */
  syncAccount(input: {
    readonly body: AccountUpdate
    /** Names this one request. Where a repeat would act again the client makes one for the retries of this call. */
    readonly idempotencyKey?: string | undefined
  }): Promise<Account>
  /**
   * Read an account.
   *
   * Where an account stands: its subscription as you told it, and how it was referred.
   */
  readAccount(input: {
    readonly params: {
      /** Your id of the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
      readonly accountId: string
    }
  }): Promise<Account>
  /**
   * Why an account stands where it stands.
   *
   * Everything that happened to an account, newest first, with the reason; also what did not happen and why.
   */
  listAccountEvents(input: {
    readonly params: {
      /** Your id of the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
      readonly accountId: string
    }
    readonly query?: {
      /** How many entries to answer at most; 10 unless told. */
      readonly limit?: number | undefined
      /** Where to go on: the `nextCursor` of the page before. Leave it out for the first page. */
      readonly cursor?: string | undefined
      /** `exact` counts everything even beyond 10,000 entries, which takes longer. */
      readonly totalCount?: 'exact' | undefined
    }
  }): ListCall<{
    /** How many entries this page has. */
    readonly count: number
    readonly totalCount: number | null
    readonly nextCursor: string | null
    /** The entries of this page, newest first. */
    readonly events: readonly (TimelineEvent)[]
  }, 'events'>
  /**
   * Look up what a code is worth.
   *
   * Call it on your server before you create the subscription, so that a new customer has the discount from the first bill: add a discount that inherits from `discountId`, with an amount of `discountPercentage` of the plan’s price. `/discount/{code}` and `/coupon/{code}` answer the same.
   */
  lookUpCode(input: {
    readonly params: {
      /** A referral code. */
      readonly code: string
    }
  }): Promise<CouponInformation>
  /**
   * Link a processor customer and a coupon.
   *
   * Call it on your server after the customer was created at the payment processor. It ties account and customer together and attributes the coupon, so that discounts reach the customer’s subscription. Answers 201 the first time and 200 on a repeat. What is to be done at the processor follows by itself, also when the processor is away for the moment.
   */
  linkDiscount(input: {
    readonly body: DiscountLink
    /** Names this one request. Where a repeat would act again the client makes one for the retries of this call. */
    readonly idempotencyKey?: string | undefined
  }): Promise<{ readonly status: 200; readonly answer: AccountDiscount } | { readonly status: 201; readonly answer: AccountDiscount }>
  /**
   * What an account gets off its next bill.
   *
   * Recomputes the discount when a subscription changes its price: apply the result to the subscription before prorated charges go through. With `value` the answer holds the amount too. With `couponCode` it says what would be if that code were used, also for an account that is not known yet. Reading changes nothing.
   */
  readAccountReward(input: {
    readonly params: {
      /** Your id of the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
      readonly accountId: string
    }
    readonly query?: {
      /** A referral code to try out. 2 to 64 letters, digits, `_` or `-`; blanks around it and case do not matter. */
      readonly couponCode?: string | undefined
      /** The price to compute `discountAmount` for. Plain decimal text in the currency’s own unit, such as `49.90`. */
      readonly value?: string | undefined
      /** Currency of `value`; the account’s, else the program’s, unless told. */
      readonly currency?: string | undefined
    }
  }): Promise<AccountDiscount>
  /**
   * Tell of a user.
   *
   * Makes a user known, and the account with it, or updates the fields that are given; what is left out stays as it is. The first user of an account that has paid completes a referral that waited for one. A user who has no code yet gets one: the wanted `referralCode`, or one that is made. A new wanted code becomes the one that is shown; codes that the user shared before go on working. It never attributes: that is for `referral.code` of accountsync.
   */
  upsertUser(input: {
    readonly body: UserUpdate
    /** Names this one request. Where a repeat would act again the client makes one for the retries of this call. */
    readonly idempotencyKey?: string | undefined
  }): Promise<User>
  /**
   * Read a user.
   *
   * A person of an account, with the code and the links that they share.
   */
  readUser(input: {
    readonly params: {
      /** Your id of the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
      readonly accountId: string
      /** Your id of the user; unique within the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
      readonly userId: string
    }
  }): Promise<User>
  /**
   * Find users.
   *
   * Users of the program, newest first. With `query`, those of whom the id, the first or last name, the e-mail or a code begins so.
   */
  listUsers(input?: {
    readonly query?: {
      /** How an id, a name, an e-mail or a code begins. Ids are compared exactly; of names, e-mails and codes case does not matter. */
      readonly query?: string | undefined
      /** How many entries to answer at most; 10 unless told. */
      readonly limit?: number | undefined
      /** Where to go on: the `nextCursor` of the page before. Leave it out for the first page. */
      readonly cursor?: string | undefined
      /** `exact` counts everything even beyond 10,000 entries, which takes longer. */
      readonly totalCount?: 'exact' | undefined
    }
  }): ListCall<{
    /** How many entries this page has. */
    readonly count: number
    readonly totalCount: number | null
    readonly nextCursor: string | null
    /** The entries of this page, newest first. */
    readonly users: readonly (User)[]
  }, 'users'>
  /**
   * Switch a code off or on, or let it expire.
   *
   * What is left out stays as it is. A code that is disabled or expired attributes nobody any more; accounts that it attributed before keep their referrals and rewards. An expiry can be moved either way and never taken away: move it far ahead for a code that is to go on. Finds disabled and expired codes too.
   */
  updateCode(input: {
    readonly params: {
      /** A referral code. */
      readonly code: string
    }
    readonly body: CodeUpdate
    /** Names this one request. Where a repeat would act again the client makes one for the retries of this call. */
    readonly idempotencyKey?: string | undefined
  }): Promise<ReferralCode>
  /**
   * List referrals.
   *
   * Referrals of the program, newest first; every filter given must match.
   */
  listReferrals(input?: {
    readonly query?: {
      /** Only referrals that this account made. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
      readonly referringAccountId?: string | undefined
      /** Only the referral that brought this account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
      readonly referredAccountId?: string | undefined
      /** Only referrals that stand here. */
      readonly status?: 'IN_PROGRESS' | 'CONVERTED' | 'ENDED' | undefined
      /** Only referrals with a side that is so moderated. */
      readonly moderationStatus?: 'APPROVED' | 'PENDING' | 'DENIED' | undefined
      /** Only referrals attributed then. `from,to` in milliseconds since the epoch, both inclusive; a lone value is `from`. */
      readonly dateReferralStarted?: string | undefined
      /** Only referrals converted then. `from,to` in milliseconds since the epoch, both inclusive; a lone value is `from`. */
      readonly dateConverted?: string | undefined
      /** Only referrals ended then. `from,to` in milliseconds since the epoch, both inclusive; a lone value is `from`. */
      readonly dateReferralEnded?: string | undefined
      /** How many entries to answer at most; 10 unless told. */
      readonly limit?: number | undefined
      /** Where to go on: the `nextCursor` of the page before. Leave it out for the first page. */
      readonly cursor?: string | undefined
      /** `exact` counts everything even beyond 10,000 entries, which takes longer. */
      readonly totalCount?: 'exact' | undefined
    }
  }): ListCall<{
    /** How many entries this page has. */
    readonly count: number
    readonly totalCount: number | null
    readonly nextCursor: string | null
    /** The entries of this page, newest first. */
    readonly referrals: readonly (Referral)[]
  }, 'referrals'>
  /**
   * Read a referral.
   *
   * One referral with both sides: users, rewards, moderation and fraud signals.
   */
  readReferral(input: {
    readonly params: {
      /** Our id of the referral. */
      readonly referralId: string
    }
  }): Promise<Referral>
  /**
   * Decide which sides may have their reward.
   *
   * Approves, denies or holds sides of referrals, up to 100 actions at once, in their order: all of them or none. A side that is denied or held has no reward. Approving creates it once; denying later cancels what is not redeemed yet, and approving again revives it. No rule changes a decision made by hand. Answers every referral named, once, in the order of the actions.
   */
  moderateReferrals(input: {
    readonly body: Moderation
    /** Names this one request. Where a repeat would act again the client makes one for the retries of this call. */
    readonly idempotencyKey?: string | undefined
  }): Promise<ModeratedReferrals>
  /**
   * List rewards.
   *
   * Rewards of the program, newest first; every filter given must match.
   */
  listRewards(input?: {
    readonly query?: {
      /** Only rewards of this account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
      readonly accountId?: string | undefined
      /** Only rewards that stand here. */
      readonly status?: 'PENDING' | 'AVAILABLE' | 'REDEEMED' | 'EXPIRED' | 'CANCELLED' | undefined
      /** Only rewards of this type. */
      readonly type?: 'PCT_DISCOUNT' | 'CREDIT' | 'TIME_CREDIT' | 'FEATURE' | undefined
      /** How many entries to answer at most; 10 unless told. */
      readonly limit?: number | undefined
      /** Where to go on: the `nextCursor` of the page before. Leave it out for the first page. */
      readonly cursor?: string | undefined
      /** `exact` counts everything even beyond 10,000 entries, which takes longer. */
      readonly totalCount?: 'exact' | undefined
    }
  }): ListCall<{
    /** How many entries this page has. */
    readonly count: number
    readonly totalCount: number | null
    readonly nextCursor: string | null
    /** The entries of this page, newest first. */
    readonly rewards: readonly (Reward)[]
  }, 'rewards'>
  /**
   * Give a reward by hand.
   *
   * Gives an account a reward of your choice, at once or later, apart from any referral. Its months count from when it is given; `dateExpires` decides where both are said. Every request gives another reward, hence the `Idempotency-Key`.
   */
  giveReward(input: {
    readonly body: NewReward
    /** Names this one request. Where a repeat would act again the client makes one for the retries of this call. */
    readonly idempotencyKey?: string | undefined
  }): Promise<Reward>
  /**
   * Take a reward back.
   *
   * Cancels a reward of any source. A percentage stops at once; of a credit, what is not spent yet is taken back. A repeat changes nothing. A reward that is fully redeemed or expired cannot be cancelled.
   */
  cancelReward(input: {
    readonly params: {
      /** Our id of the reward. */
      readonly rewardId: string
    }
    /** Names this one request. Where a repeat would act again the client makes one for the retries of this call. */
    readonly idempotencyKey?: string | undefined
  }): Promise<Reward>
  /**
   * Use up credit.
   *
   * Takes an amount off an account’s credit of a unit, from whatever expires soonest: the whole amount or nothing. It takes 5,000 rewards at most; an amount that needs more is refused with how much they come to. Every request takes another amount, hence the `Idempotency-Key`.
   */
  redeemCredit(input: {
    readonly body: CreditToRedeem
    /** Names this one request. Where a repeat would act again the client makes one for the retries of this call. */
    readonly idempotencyKey?: string | undefined
  }): Promise<CreditRedemption>
  /**
   * Read the program.
   *
   * The whole offer: who earns what, when and for how long, and how friends are led to it.
   */
  readProgram(): Promise<Program>
  /**
   * Change the program.
   *
   * Replaces the whole program: read it, change what you want, and send all of it with the `version` that you read. Null clears `landingPage`, `fallbackPage`, `referredReward` and `referrerReward`; any other field that is null or left out takes its default. Rewards already given keep their terms. A second arrival of the same change is refused as stale, unless both carry the same `Idempotency-Key`.
   */
  replaceProgram(input: {
    readonly body: ProgramUpdate
    /** Names this one request. Where a repeat would act again the client makes one for the retries of this call. */
    readonly idempotencyKey?: string | undefined
  }): Promise<Program>
  /**
   * Read the clock of a test program.
   *
   * What time it is for the test program. Live programs go by the time of day and have no clock.
   */
  readTestClock(): Promise<TestClock>
  /**
   * Move the clock of a test program ahead.
   *
   * Sets the clock of a test program to a later time, from where it runs on. Whatever is due by then (holds, expiries, durations) has happened when the answer comes. A time up to a second behind the clock is taken as now; one further back is refused. Limits, keys, signatures and retries go by the time of day.
   */
  moveTestClock(input: {
    readonly body: TestClockMove
    /** Names this one request. Where a repeat would act again the client makes one for the retries of this call. */
    readonly idempotencyKey?: string | undefined
  }): Promise<TestClock>
  /**
   * Identify a user in the browser.
   *
   * What the script’s `init` command calls. Makes the user and the account known, attributes and converts by the rules of the program. Takes no API key. The answer to an unsigned call is the same for every outcome.
   */
  identify(input: {
    readonly body: Identification
  }): Promise<Identified>
  /**
   * Load what the widget shows.
   *
   * What the widget calls. Identifies the user by the same rules as `POST open/identify`, and answers their code, their links and the offer. Only a signed call is told referrals, rewards and balances; to any other they are null, whatever there is.
   */
  loadWidget(input: {
    readonly query?: {
      /** Where the list of referrals goes on: its `nextCursor`. Leave it out for the first page. */
      readonly referralsCursor?: string | undefined
      /** Where the list of rewards goes on: its `nextCursor`. Leave it out for the first page. */
      readonly rewardsCursor?: string | undefined
    }
    readonly body: Identification
  }): Promise<Widget>
  /**
   * Look up in the browser what a code is worth.
   *
   * For landing pages and sign-up forms: says who recommends and what the friend gets. Takes no API key. A change of a code or the program may take 5 seconds to show.
   */
  lookUpOpenCode(input: {
    readonly params: {
      /** A referral code. */
      readonly code: string
    }
  }): Promise<OpenCode>
  /**
   * Look up what a browser may remember of a code.
   *
   * What the script calls on a page that a share link led to: whether the code is one of this program, and how the program wants it remembered. Sets no cookie itself. Takes no API key. A change of a code or the program may take 5 seconds to show.
   */
  lookUpTrackingCookie(input: {
    readonly params: {
      /** A referral code. */
      readonly code: string
    }
  }): Promise<TrackingCookie>
}

/** The closed list of error codes of the API. */
export type ErrorCode =
  | 'VALIDATION_FAILED'
  | 'MALFORMED_JSON'
  | 'MALFORMED_REQUEST'
  | 'SELF_REFERRAL'
  | 'INSUFFICIENT_CREDIT'
  | 'REWARD_NOT_CANCELLABLE'
  | 'CLOCK_GOES_BACK'
  | 'IDEMPOTENCY_KEY_REQUIRED'
  | 'UNAUTHORIZED'
  | 'SIGNATURE_REQUIRED'
  | 'SIGNATURE_INVALID'
  | 'INSUFFICIENT_SCOPE'
  | 'NOT_FOUND'
  | 'TENANT_NOT_FOUND'
  | 'ACCOUNT_NOT_FOUND'
  | 'USER_NOT_FOUND'
  | 'REFERRAL_NOT_FOUND'
  | 'REWARD_NOT_FOUND'
  | 'REFERRAL_CODE_NOT_FOUND'
  | 'NOT_A_TEST_TENANT'
  | 'METHOD_NOT_ALLOWED'
  | 'REQUEST_TIMEOUT'
  | 'PROVIDER_ID_TAKEN'
  | 'PROCESSOR_NOT_CONNECTED'
  | 'TOO_MANY_USERS'
  | 'CODE_TAKEN'
  | 'STALE_VERSION'
  | 'IDEMPOTENCY_KEY_IN_FLIGHT'
  | 'PAYLOAD_TOO_LARGE'
  | 'URI_TOO_LONG'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'TOO_MANY_REQUESTS'
  | 'HEADERS_TOO_LARGE'
  | 'INTERNAL_ERROR'
  | 'SERVICE_UNAVAILABLE'

/** Your customer: the unit that subscribes. */
export type Account = {
  /** Your id of the account. */
  readonly id: string
  /** ISO 4217 code of the currency that prices of the account are in. */
  readonly currency: string
  readonly paymentProviderId: string | null
  readonly subscription: Subscription | null
  readonly referral: AccountReferral | null
  /** When the account was first made known. Milliseconds since the epoch. */
  readonly dateCreated: number
}

/** What an account’s rewards come to on its next bill. */
export type AccountDiscount = {
  /** Your id of the account. */
  readonly accountId: string
  /** What to take off the next bill in all, capped at 100. Percent, 0 to 100, at most two decimals. */
  readonly discountPercentage: number
  /** The part the account has because it was referred. Percent; may be more than 100. */
  readonly referredDiscountPercent: number
  /** The part it has because it referred others. Percent; may be more than 100. */
  readonly referrerDiscountPercent: number
  /** The sum of all its percentages before the cap. Percent; may be more than 100. */
  readonly uncappedPercentage: number
  /** The discount at the payment processor to inherit from. */
  readonly discountId: string
  readonly referrerName: string | null
  /** Balance of every unit, time credits included. */
  readonly credits: readonly (CreditBalance)[]
  /** The discount on the price asked about, rounded half up; only when `value` was given. A JSON number in the currency’s own unit, with at most the currency’s decimals. */
  readonly discountAmount?: number | undefined
  /** Currency of `discountAmount`. */
  readonly currency?: string | undefined
  /** Whether the code asked about decides this answer; only when `couponCode` was given. */
  readonly couponApplies?: boolean | undefined
  /** Why the code does not apply; only with `couponApplies: false`. */
  readonly reason?: string | undefined
}

/** How the account was referred. `referrerReward` is null until the conversion and while its side is not approved. */
export type AccountReferral = {
  /** Our id of the referral. */
  readonly id: string
  /** The code that referred the account, upper case. */
  readonly code: string
  /** `IN_PROGRESS` is attributed and not yet converted. */
  readonly status: 'IN_PROGRESS' | 'CONVERTED' | 'ENDED'
  readonly referrerReward: Reward | null
  readonly referredReward: Reward | null
  /** When the account was attributed. Milliseconds since the epoch. */
  readonly dateReferralStarted: number
  readonly dateConverted: number | null
  readonly dateReferralEnded: number | null
}

export type AccountUpdate = {
  /** Your id of the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly id: string
  readonly subscription?: SubscriptionUpdate | undefined
  readonly referral?: ReferralUpdate | undefined
  /** Currency of `subscription.value`; the program’s unless told. A change needs a value beside it. */
  readonly currency?: string | undefined
  /** The id of the customer at your payment processor; set once. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly paymentProviderId?: string | undefined
}

export type CodeUpdate = {
  /** True switches the code off, false on again. */
  readonly disabled?: boolean | undefined
  /** From when on the code no longer works; a past time ends it at once. Milliseconds since the epoch. */
  readonly dateExpires?: number | undefined
}

/** What a code is worth to a friend. `reward` is what the friend gets. */
export type CouponInformation = {
  /** The referral code, upper case. */
  readonly code: string
  /** The same code, under the name that `POST discount` takes it by. */
  readonly couponCode: string
  /** What the friend gets off each bill; 0 when the friend’s reward is no percentage. Percent, 0 to 100, at most two decimals. */
  readonly discountPercentage: number
  /** The discount at the payment processor to inherit from. */
  readonly discountId: string
  readonly referrerName: string | null
  readonly reward: RewardSpec | null
  /** When the code was made. Milliseconds since the epoch. */
  readonly dateCreated: number
}

/** What an account may still spend of a unit. */
export type CreditBalance = {
  /** A currency code or a unit of your own. */
  readonly unit: string
  /** What is left to spend. A whole number in the smallest piece of the unit: cents of a currency, 1 of your own unit. */
  readonly available: number
}

/** Credit that was used up in one go. */
export type CreditRedemption = {
  /** How much was redeemed: the whole of what was asked for. A whole number in the smallest piece of the unit: cents of a currency, 1 of your own unit. */
  readonly creditRedeemed: number
  /** What is left of the unit. A whole number in the smallest piece of the unit: cents of a currency, 1 of your own unit. */
  readonly creditAvailable: number
  /** The unit of both. */
  readonly unit: string
  /** Our id of the redemption. */
  readonly redemptionId: string
}

export type CreditReward = {
  /** `CREDIT` is an amount to spend, `TIME_CREDIT` an amount of time. */
  readonly type: 'CREDIT' | 'TIME_CREDIT'
  /** What is credited. A currency code or a unit of your own. */
  readonly unit: string
  /** How much is credited. A whole number in the smallest piece of the unit: cents of a currency, 1 of your own unit. */
  readonly credit: number
  /** How long from the conversion on, or from when a `MANUAL` one is given; left out, it does not expire. Calendar months. */
  readonly monthsCreditIsValid?: number | undefined
  /** Our id of the reward. */
  readonly id: string
  /** `REFERRED` is the friend’s reward, `FRIEND_SIGNUP` the referrer’s, `MANUAL` one that you gave by hand. */
  readonly rewardSource: 'REFERRED' | 'FRIEND_SIGNUP' | 'MANUAL'
  /** Your id of the account that has the reward. */
  readonly accountId: string
  readonly userId: string | null
  readonly referralId: string | null
  /** `PENDING` is scheduled, held or waits for the conversion; `AVAILABLE` counts; `REDEEMED`, `EXPIRED` and `CANCELLED` are over. */
  readonly statuses: readonly ('PENDING' | 'AVAILABLE' | 'REDEEMED' | 'EXPIRED' | 'CANCELLED')[]
  /** How much of a credit is used; left out for other rewards. A whole number in the smallest piece of the unit: cents of a currency, 1 of your own unit. */
  readonly redeemedCredit?: number | undefined
  /** When the reward was created. Milliseconds since the epoch. */
  readonly dateCreated: number
  readonly dateScheduledFor: number | null
  readonly dateGiven: number | null
  readonly dateExpires: number | null
  readonly dateCancelled: number | null
  readonly dateRedeemed: number | null
}

export type CreditRewardSpec = {
  /** `CREDIT` is an amount to spend, `TIME_CREDIT` an amount of time. */
  readonly type: 'CREDIT' | 'TIME_CREDIT'
  /** What is credited. A currency code or a unit of your own. */
  readonly unit: string
  /** How much is credited. A whole number in the smallest piece of the unit: cents of a currency, 1 of your own unit. */
  readonly credit: number
  /** How long from the conversion on, or from when a `MANUAL` one is given; left out, it does not expire. Calendar months. */
  readonly monthsCreditIsValid?: number | undefined
}

export type CreditToRedeem = {
  /** Your id of the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly accountId: string
  /** What to redeem; compared exactly. A currency code or a unit of your own. */
  readonly unit: string
  /** How much to redeem. A whole number in the smallest piece of the unit: cents of a currency, 1 of your own unit. */
  readonly amount: number
}

export type DiscountLink = {
  /** Your id of the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly accountId: string
  /** The id of the customer at your payment processor. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly paymentProviderId: string
  /** The referral code. 2 to 64 letters, digits, `_` or `-`; blanks around it and case do not matter. */
  readonly couponCode: string
}

export type FeatureReward = {
  /** Something of your product that you switch on. */
  readonly type: 'FEATURE'
  /** Which feature, in your own words. */
  readonly featureType: string
  /** How many of it. */
  readonly quantity: number
  /** Our id of the reward. */
  readonly id: string
  /** `REFERRED` is the friend’s reward, `FRIEND_SIGNUP` the referrer’s, `MANUAL` one that you gave by hand. */
  readonly rewardSource: 'REFERRED' | 'FRIEND_SIGNUP' | 'MANUAL'
  /** Your id of the account that has the reward. */
  readonly accountId: string
  readonly userId: string | null
  readonly referralId: string | null
  /** `PENDING` is scheduled, held or waits for the conversion; `AVAILABLE` counts; `REDEEMED`, `EXPIRED` and `CANCELLED` are over. */
  readonly statuses: readonly ('PENDING' | 'AVAILABLE' | 'REDEEMED' | 'EXPIRED' | 'CANCELLED')[]
  /** How much of a credit is used; left out for other rewards. A whole number in the smallest piece of the unit: cents of a currency, 1 of your own unit. */
  readonly redeemedCredit?: number | undefined
  /** When the reward was created. Milliseconds since the epoch. */
  readonly dateCreated: number
  readonly dateScheduledFor: number | null
  readonly dateGiven: number | null
  readonly dateExpires: number | null
  readonly dateCancelled: number | null
  readonly dateRedeemed: number | null
}

export type FeatureRewardSpec = {
  /** Something of your product that you switch on. */
  readonly type: 'FEATURE'
  /** Which feature, in your own words. */
  readonly featureType: string
  /** How many of it. */
  readonly quantity: number
}

/** Whether a fraud rule counts. */
export type FraudRuleSetting = {
  /** Name of the rule. */
  readonly rule: 'SAME_PROCESSOR_CUSTOMER' | 'SAME_EMAIL' | 'SAME_USER_ID'
  /** `shadow` records what the rule would have done and has no effect. */
  readonly mode: 'off' | 'shadow' | 'active'
}

/** A fraud rule that matched. */
export type FraudSignal = {
  /** Name of the rule that matched. */
  readonly rule: string
  /** What the rule saw, as a sentence. */
  readonly message: string
  /** True when the rule is only tried out: the signal says what it would have done. */
  readonly shadow: boolean
}

export type Identification = {
  /** Your id of the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly account_id: string
  /** Your id of the user; unique within the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly user_id: string
  /** The id of the customer at your payment processor; a claim until your server confirms it. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly payment_provider_id?: string | undefined
  /** The user’s e-mail address, at most 256 characters. Empty is as good as absent. */
  readonly email?: string | undefined
  /** First name. Empty is as good as absent. */
  readonly first_name?: string | undefined
  /** Last name. Empty is as good as absent. */
  readonly last_name?: string | undefined
  /** Language of the page, such as `de-AT`. */
  readonly locale?: string | undefined
  /** The code that the user came with; attributes when it is the first for the account. */
  readonly referral_code?: string | undefined
  /** What the script found in the tracking cookie; counts only without `referral_code`. */
  readonly cookie_referral_code?: string | undefined
  /** `PAID` converts, unless a payment processor is connected. Leave it out when one is. */
  readonly account_status?: 'TRIAL' | 'FREE' | 'PAID' | 'CANCELLED' | undefined
  /** The user’s fields as a JSON Web Token (HS256) that your server signed with the signing key; may come as `Authorization: Bearer` as well. */
  readonly jwt?: string | undefined
}

export type Identified = {
  /** Your id of the account. */
  readonly accountId: string
  /** Your id of the user. */
  readonly userId: string
  /** The code that the user shares, upper case. */
  readonly referralCode: string
  readonly shareLinks: ShareLinks
  /** Whether the account is referred; only for a signed call. */
  readonly attributed?: boolean | undefined
  readonly reason?: string | null | undefined
}

export type ModeratedReferrals = {
  /** The referrals as they stand now. */
  readonly referrals: readonly (Referral)[]
}

export type Moderation = {
  /** What to decide; 1 to 100 actions. */
  readonly actions: readonly (ModerationAction)[]
}

/** A decision about a referral. */
export type ModerationAction = {
  /** Our id of the referral. */
  readonly referralId: string
  /** `APPROVE`, `DENY` or `PEND` both sides, or one side with `_REFERRER` or `_REFERRED` behind it. */
  readonly action: 'APPROVE' | 'DENY' | 'PEND' | 'APPROVE_REFERRER' | 'DENY_REFERRER' | 'PEND_REFERRER' | 'APPROVE_REFERRED' | 'DENY_REFERRED' | 'PEND_REFERRED'
}

export type NewReward = {
  /** Your id of the account that gets the reward; it must be known. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly accountId: string
  /** Your id of the user of the account who earned it, if one did. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly userId?: string | undefined
  readonly reward: RewardSpec
  /** When it is to be given; left out, or a past time, at once. Milliseconds since the epoch. */
  readonly dateScheduledFor?: number | undefined
  /** When it stops to count; that instant is not included. Later than it is given. Milliseconds since the epoch. */
  readonly dateExpires?: number | undefined
}

/** What anybody may know of a code. `reward` is what the friend gets. */
export type OpenCode = {
  /** The referral code, upper case. */
  readonly code: string
  /** What the friend gets off each bill; 0 when the friend’s reward is no percentage. Percent, 0 to 100, at most two decimals. */
  readonly discountPercentage: number
  readonly reward: RewardSpec | null
  readonly referrerName: string | null
}

/** A referral as the referrer sees it. */
export type OwnReferral = {
  /** Our id of the referral. */
  readonly id: string
  /** `IN_PROGRESS` is attributed and not yet converted. */
  readonly status: 'IN_PROGRESS' | 'CONVERTED' | 'ENDED'
  readonly friendName: string | null
  readonly reason: 'AWAITING_PAYMENT' | 'NO_USER_IDENTIFIED' | 'REWARD_SCHEDULED' | 'MODERATION' | 'NOT_APPROVED' | 'SUBSCRIPTION_CANCELLED' | null
  readonly reward: Reward | null
  /** When the friend’s account was attributed. Milliseconds since the epoch. */
  readonly dateReferralStarted: number
  readonly dateConverted: number | null
  readonly dateReferralEnded: number | null
}

export type PercentReward = {
  /** A percentage off the account’s bills. */
  readonly type: 'PCT_DISCOUNT'
  /** What is taken off each bill. Percent, 0 to 100, at most two decimals. */
  readonly discountPercent: number
  /** How many months from the conversion on, or from when a `MANUAL` one is given. N months are N monthly bills: the friend’s percentage ends when the day begins on which the next bill is due. Left out, it lasts until the referral ends. Calendar months. */
  readonly monthsDiscountIsValid?: number | undefined
  /** Our id of the reward. */
  readonly id: string
  /** `REFERRED` is the friend’s reward, `FRIEND_SIGNUP` the referrer’s, `MANUAL` one that you gave by hand. */
  readonly rewardSource: 'REFERRED' | 'FRIEND_SIGNUP' | 'MANUAL'
  /** Your id of the account that has the reward. */
  readonly accountId: string
  readonly userId: string | null
  readonly referralId: string | null
  /** `PENDING` is scheduled, held or waits for the conversion; `AVAILABLE` counts; `REDEEMED`, `EXPIRED` and `CANCELLED` are over. */
  readonly statuses: readonly ('PENDING' | 'AVAILABLE' | 'REDEEMED' | 'EXPIRED' | 'CANCELLED')[]
  /** How much of a credit is used; left out for other rewards. A whole number in the smallest piece of the unit: cents of a currency, 1 of your own unit. */
  readonly redeemedCredit?: number | undefined
  /** When the reward was created. Milliseconds since the epoch. */
  readonly dateCreated: number
  readonly dateScheduledFor: number | null
  readonly dateGiven: number | null
  readonly dateExpires: number | null
  readonly dateCancelled: number | null
  readonly dateRedeemed: number | null
}

export type PercentRewardSpec = {
  /** A percentage off the account’s bills. */
  readonly type: 'PCT_DISCOUNT'
  /** What is taken off each bill. Percent, 0 to 100, at most two decimals. */
  readonly discountPercent: number
  /** How many months from the conversion on, or from when a `MANUAL` one is given. N months are N monthly bills: the friend’s percentage ends when the day begins on which the next bill is due. Left out, it lasts until the referral ends. Calendar months. */
  readonly monthsDiscountIsValid?: number | undefined
}

/** The offer: who earns what, when and for how long. */
export type Program = {
  /** Counts changes; give it back when you change the program. */
  readonly version: number
  /** Name of the program, for your staff; the widget’s page has it as its title. */
  readonly name: string
  /** Whether codes are found and accounts are attributed. Conversions and discounts already owed go on regardless. */
  readonly active: boolean
  /** Currency of prices that come without one. */
  readonly currency: string
  /** The discount at the payment processor that referral discounts inherit from. */
  readonly processorDiscountId: string
  /** Whether friends see first name and last initial of the referrer. */
  readonly showReferrerName: boolean
  readonly landingPage: string | null
  readonly fallbackPage: string | null
  /** Origins whose pages may make browser calls; empty for any. */
  readonly allowedOrigins: readonly (string)[]
  /** How long the tracking cookie of a share link lasts, in days. */
  readonly cookieDays: number
  /** `granted` stores the tracking cookie at once, `required` only after consent, `cookieless` stores nothing. */
  readonly consentMode: 'granted' | 'required' | 'cookieless'
  readonly referredReward: RewardSpec | null
  readonly referrerReward: RewardSpec | null
  /** Days between a conversion and the moment the referrer’s reward is given. */
  readonly referrerHoldDays: number
  /** Whether browser calls must be signed with the signing key. */
  readonly requireSignedIdentification: boolean
  readonly unsignedConversions: UnsignedConversions
  /** Mode of each rule; a rule that is left out keeps the mode it starts with. */
  readonly fraudRules: readonly (FraudRuleSetting)[]
  /** Looks of the widget; what is left out has a look that works. */
  readonly theme: {
    /** `auto` follows the page around the widget; `light` and `dark` are the same for everybody. */
    readonly colorScheme?: 'auto' | 'light' | 'dark' | undefined
    /** Color of buttons and links. Text on it is black or white, whichever reads better. */
    readonly accentColor?: string | undefined
    /** Background while it is light; text follows its contrast. */
    readonly backgroundColor?: string | undefined
    /** Background while it is dark; text follows its contrast. */
    readonly darkBackgroundColor?: string | undefined
    /** A picture above the title, shown at most 40 pixels high. */
    readonly logo?: string | undefined
    /** Kind of type; each is one that the device has already. */
    readonly font?: 'sans' | 'serif' | 'rounded' | 'mono' | undefined
    /** How round corners are, in pixels. */
    readonly cornerRadius?: number | undefined
  }
  /** Texts of the widget by language, such as `de` or `pt-BR`. Whoever reads another language gets those of `en`, and what no text is set for says what the widget says by itself. */
  readonly texts: Record<string, never>
  /** How many rewards one referrer can get at most; left out for no limit. */
  readonly maxReferrerRewards?: number | undefined
}

/** The whole of the program as it is to be, with the `version` that you read. Null clears what can be empty; a field that is left out takes its default. */
export type ProgramUpdate = {
  /** Counts changes; give it back when you change the program. */
  readonly version: number
  /** Name of the program, for your staff; the widget’s page has it as its title. */
  readonly name?: string | undefined
  /** Whether codes are found and accounts are attributed. Conversions and discounts already owed go on regardless. */
  readonly active?: boolean | undefined
  /** Currency of prices that come without one. */
  readonly currency?: string | undefined
  /** The discount at the payment processor that referral discounts inherit from. */
  readonly processorDiscountId?: string | undefined
  /** Whether friends see first name and last initial of the referrer. */
  readonly showReferrerName?: boolean | undefined
  readonly landingPage?: string | null | undefined
  readonly fallbackPage?: string | null | undefined
  /** Origins whose pages may make browser calls; empty for any. */
  readonly allowedOrigins?: readonly (string)[] | undefined
  /** How long the tracking cookie of a share link lasts, in days. */
  readonly cookieDays?: number | undefined
  /** `granted` stores the tracking cookie at once, `required` only after consent, `cookieless` stores nothing. */
  readonly consentMode?: 'granted' | 'required' | 'cookieless' | undefined
  readonly referredReward?: RewardSpec | null | undefined
  readonly referrerReward?: RewardSpec | null | undefined
  /** Days between a conversion and the moment the referrer’s reward is given. */
  readonly referrerHoldDays?: number | undefined
  /** How many rewards one referrer can get at most; left out for no limit. */
  readonly maxReferrerRewards?: number | undefined
  /** Whether browser calls must be signed with the signing key. */
  readonly requireSignedIdentification?: boolean | undefined
  readonly unsignedConversions?: UnsignedConversionsSetting | undefined
  /** Mode of each rule; a rule that is left out keeps the mode it starts with. */
  readonly fraudRules?: readonly (FraudRuleSetting)[] | undefined
  /** Looks of the widget; what is left out has a look that works. */
  readonly theme?: {
    /** `auto` follows the page around the widget; `light` and `dark` are the same for everybody. */
    readonly colorScheme?: 'auto' | 'light' | 'dark' | undefined
    /** Color of buttons and links. Text on it is black or white, whichever reads better. */
    readonly accentColor?: string | undefined
    /** Background while it is light; text follows its contrast. */
    readonly backgroundColor?: string | undefined
    /** Background while it is dark; text follows its contrast. */
    readonly darkBackgroundColor?: string | undefined
    /** A picture above the title, shown at most 40 pixels high. */
    readonly logo?: string | undefined
    /** Kind of type; each is one that the device has already. */
    readonly font?: 'sans' | 'serif' | 'rounded' | 'mono' | undefined
    /** How round corners are, in pixels. */
    readonly cornerRadius?: number | undefined
  } | undefined
  /** Texts of the widget by language, such as `de` or `pt-BR`. Whoever reads another language gets those of `en`, and what no text is set for says what the widget says by itself. */
  readonly texts?: Record<string, never> | undefined
}

/** The tie between a referrer and the account of a friend. `referredUser` is the first one identified, or null. */
export type Referral = {
  /** Our id of the referral. */
  readonly id: string
  /** The code that was used, upper case. */
  readonly referralCodeUsed: string
  /** `IN_PROGRESS` is attributed and not yet converted. */
  readonly status: 'IN_PROGRESS' | 'CONVERTED' | 'ENDED'
  /** Your id of the referrer’s account. */
  readonly referringAccountId: string
  /** Your id of the friend’s account. */
  readonly referredAccountId: string
  readonly referrerUser: User
  readonly referredUser: User | null
  readonly referrerReward: Reward | null
  readonly referredReward: Reward | null
  /** Whether the referrer’s side may have its reward. */
  readonly referrerModerationStatus: 'APPROVED' | 'PENDING' | 'DENIED'
  /** Whether the friend’s side may have its reward. */
  readonly referredModerationStatus: 'APPROVED' | 'PENDING' | 'DENIED'
  /** Fraud rules that matched, shadow ones included. */
  readonly fraudSignals: readonly (FraudSignal)[]
  /** Machine-readable names of what the referral waits for or why a side is not approved; empty when all has come to pass. */
  readonly reasons: readonly (string)[]
  /** When the friend’s account was attributed. Milliseconds since the epoch. */
  readonly dateReferralStarted: number
  readonly dateConverted: number | null
  readonly dateReferralEnded: number | null
}

/** A referral code, whose it is, and whether it works. */
export type ReferralCode = {
  /** The referral code, upper case. */
  readonly code: string
  /** Whether it is switched off. */
  readonly disabled: boolean
  readonly dateExpires: number | null
  /** Your id of the account that shares it. */
  readonly accountId: string
  /** Your id of the user who shares it. */
  readonly userId: string
  /** When the code was made. Milliseconds since the epoch. */
  readonly dateCreated: number
}

/** How the account was referred. */
export type ReferralUpdate = {
  /** The code that the account came with. The first one wins. 2 to 64 letters, digits, `_` or `-`; blanks around it and case do not matter. */
  readonly code?: string | undefined
}

/** A reward: what it is, whose it is, and where it stands. */
export type Reward = PercentReward | CreditReward | FeatureReward

/** What a side of a referral earns. */
export type RewardSpec = PercentRewardSpec | CreditRewardSpec | FeatureRewardSpec

/** Links that lead to the program’s landing page with the user’s code; one per medium. On a domain of your own, if one was added. */
export type ShareLinks = {
  /** The plain share link. */
  readonly direct: string
  /** For e-mails. */
  readonly email: string
  /** For posts on X (Twitter). */
  readonly twitter: string
  /** For posts on Facebook. */
  readonly facebook: string
  /** For posts on LinkedIn. */
  readonly linkedin: string
  /** For messages on WhatsApp. */
  readonly whatsapp: string
}

/** What was told of the subscription; what was never told is left out. */
export type Subscription = {
  /** Where the subscription stands. */
  readonly status?: 'TRIAL' | 'FREE' | 'PAID' | 'CANCELLED' | undefined
  /** Length of the billing interval, in units of `billingIntervalType`. */
  readonly billingIntervalValue?: number | undefined
  /** Unit of the billing interval. */
  readonly billingIntervalType?: 'DAY' | 'WEEK' | 'MONTH' | 'QUARTER' | 'SEMI_ANNUAL' | 'YEAR' | undefined
  /** Price per billing interval. A JSON number in the currency’s own unit, with at most the currency’s decimals. */
  readonly value?: number | undefined
}

/** What changed of the subscription; what is left out stays as it is. */
export type SubscriptionUpdate = {
  /** `PAID` converts a referral in progress; the first `PAID` counts. */
  readonly status?: 'TRIAL' | 'FREE' | 'PAID' | 'CANCELLED' | undefined
  /** Length of the billing interval, in units of `billingIntervalType`. */
  readonly billingIntervalValue?: number | undefined
  /** Unit of the billing interval. */
  readonly billingIntervalType?: 'DAY' | 'WEEK' | 'MONTH' | 'QUARTER' | 'SEMI_ANNUAL' | 'YEAR' | undefined
  /** Price of the subscription per billing interval. A JSON number in the currency’s own unit, with at most the currency’s decimals. */
  readonly value?: number | undefined
}

/** The clock that a test program goes by. */
export type TestClock = {
  /** What the clock of the test program shows; it runs on from there. Milliseconds since the epoch. */
  readonly now: number
}

export type TestClockMove = {
  /** What the clock is to show. Milliseconds since the epoch. */
  readonly now: number
}

/** One line of an account’s story: what happened and why. */
export type TimelineEvent = {
  /** Our id of the event. */
  readonly id: string
  /** What happened, or did not happen. */
  readonly type: string
  readonly reason: string | null
  /** The reason as a sentence. */
  readonly message: string
  /** When it happened. Milliseconds since the epoch. */
  readonly date: number
  /** Who told us: your server, a browser, the payment processor, your staff or the service itself. */
  readonly actor: string
  readonly referralId: string | null
  readonly rewardId: string | null
}

/** What a page may remember of the share link that led to it. */
export type TrackingCookie = {
  /** The cookie’s name. */
  readonly name: string
  /** The code and the second of this answer, since 1970 in UTC. */
  readonly value: string
  /** How long it lasts: the program’s `cookieDays`, in seconds. */
  readonly maxAgeSeconds: number
  /** `granted`: may be set at once; `required`: only after consent; `cookieless`: not to be set at all. */
  readonly consentMode: 'granted' | 'required' | 'cookieless'
}

/** What an unsigned browser call’s `PAID` unlocks. Anybody can send one. */
export type UnsignedConversions = {
  /** `trust` counts it like your server’s; `limit` holds the referrer’s side beyond `limit` such conversions of one referrer within 30 days, until your server, a signed call or staff confirms; `hold` holds every one; `ignore` records it and converts nothing. */
  readonly mode: 'trust' | 'limit' | 'hold' | 'ignore'
  /** How many unconfirmed conversions of one referrer within 30 days are not held; for the mode `limit`. */
  readonly limit: number
}

/** What an unsigned browser call’s `PAID` unlocks. Anybody can send one. */
export type UnsignedConversionsSetting = {
  /** `trust` counts it like your server’s; `limit` holds the referrer’s side beyond `limit` such conversions of one referrer within 30 days, until your server, a signed call or staff confirms; `hold` holds every one; `ignore` records it and converts nothing. */
  readonly mode?: 'trust' | 'limit' | 'hold' | 'ignore' | undefined
  /** How many unconfirmed conversions of one referrer within 30 days are not held; for the mode `limit`. */
  readonly limit?: number | undefined
}

/** A person of an account. Everyone who is known has a code to share. */
export type User = {
  /** Your id of the user; unique within the account. */
  readonly id: string
  /** Your id of the user’s account. */
  readonly accountId: string
  readonly email: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  /** The code that the user shares, upper case. */
  readonly referralCode: string
  readonly shareLinks: ShareLinks
  /** When the user was first made known. Milliseconds since the epoch. */
  readonly dateCreated: number
}

export type UserUpdate = {
  /** Your id of the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly accountId: string
  /** Your id of the user; unique within the account. A string of 1 to 256 characters without control characters, not only white space, not `.` or `..`; compared exactly. */
  readonly id: string
  /** The user’s e-mail address, at most 256 characters. */
  readonly email?: string | undefined
  /** First name. */
  readonly firstName?: string | undefined
  /** Last name. */
  readonly lastName?: string | undefined
  /** The code that the user is to share. 2 to 64 letters, digits, `_` or `-`; blanks around it and case do not matter. */
  readonly referralCode?: string | undefined
}

/** All that the widget shows. `referrals` are those of the user, `rewards`, `balances` and `discount` those of the account; all four are null unless the call is signed. */
export type Widget = {
  /** Your id of the account. */
  readonly accountId: string
  /** Your id of the user. */
  readonly userId: string
  /** The code that the user shares, upper case. */
  readonly referralCode: string
  readonly codeFault: 'PROGRAM_INACTIVE' | 'CODE_DISABLED' | 'CODE_EXPIRED' | null
  readonly shareLinks: ShareLinks
  readonly program: WidgetProgram
  readonly referrals: {
    /** How many entries this page has. */
    readonly count: number
    readonly totalCount: number | null
    readonly nextCursor: string | null
    /** The entries of this page, newest first. */
    readonly referrals: readonly (OwnReferral)[]
  } | null
  readonly rewards: {
    /** How many entries this page has. */
    readonly count: number
    readonly totalCount: number | null
    readonly nextCursor: string | null
    /** The entries of this page, newest first. */
    readonly rewards: readonly (Reward)[]
  } | null
  readonly balances: readonly (CreditBalance)[] | null
  readonly discount: WidgetDiscount | null
}

/** What the account’s rewards take off its next bill. */
export type WidgetDiscount = {
  /** What comes off the next bill in all, capped at 100. Percent, 0 to 100, at most two decimals. */
  readonly discountPercentage: number
  /** The part the account has because it was referred. Percent; may be more than 100. */
  readonly referredDiscountPercent: number
  /** The part it has because it referred others. Percent; may be more than 100. */
  readonly referrerDiscountPercent: number
}

/** What the widget shows of the program to everybody. */
export type WidgetProgram = {
  /** Name of the program. */
  readonly name: string
  /** Currency of prices that come without one. */
  readonly currency: string
  /** Whether friends see who recommends. */
  readonly showReferrerName: boolean
  readonly referredReward: RewardSpec | null
  readonly referrerReward: RewardSpec | null
  /** Looks of the widget; what is left out has a look that works. */
  readonly theme: {
    /** `auto` follows the page around the widget; `light` and `dark` are the same for everybody. */
    readonly colorScheme?: 'auto' | 'light' | 'dark' | undefined
    /** Color of buttons and links. Text on it is black or white, whichever reads better. */
    readonly accentColor?: string | undefined
    /** Background while it is light; text follows its contrast. */
    readonly backgroundColor?: string | undefined
    /** Background while it is dark; text follows its contrast. */
    readonly darkBackgroundColor?: string | undefined
    /** A picture above the title, shown at most 40 pixels high. */
    readonly logo?: string | undefined
    /** Kind of type; each is one that the device has already. */
    readonly font?: 'sans' | 'serif' | 'rounded' | 'mono' | undefined
    /** How round corners are, in pixels. */
    readonly cornerRadius?: number | undefined
  }
  /** Texts of the widget by language, such as `de` or `pt-BR`. Whoever reads another language gets those of `en`, and what no text is set for says what the widget says by itself. */
  readonly texts: Record<string, never>
}

/** Texts of the widget in one language. */
export type WidgetTexts = {
  /** The headline. */
  readonly title?: string | undefined
  /** What the offer is, under the headline. */
  readonly introduction?: string | undefined
  /** What is shared along with the link; the link is put behind it. */
  readonly shareMessage?: string | undefined
  /** Subject of the e-mail that the e-mail button begins. */
  readonly emailSubject?: string | undefined
  /** The small print; lines stay lines. */
  readonly terms?: string | undefined
  /** A page with the whole terms. */
  readonly termsLink?: string | undefined
}
