import type { Rate } from '@goodword/domain/values/rate'

/** Calls of a client whose processor has codes that customers enter at its own checkout. */
export type CodeCalls = {
  /**
   * Makes a referral code one that customers can enter at the processor's own checkout, for a discount of a rate; null retires it.
   * Changes nothing if it is so already. The merchant's own codes stay as they are.
   */
  readonly mirrorCode?: (code: string, discountId: string, rate: Rate | null) => Promise<MirroredCode>
  /** A page of the referral codes that `mirrorCode` made for a discount and did not retire. */
  readonly readMirroredCodes?: (query: MirroredCodeQuery) => Promise<MirroredCodePage>
}

/** `TAKEN` if the merchant has a code of the same text, `IMPOSSIBLE` if the processor takes no such text. */
export type MirroredCode = 'MIRRORED' | 'RETIRED' | 'TAKEN' | 'IMPOSSIBLE'

export type MirroredCodeQuery = {
  readonly discountId: string
  /** The rate that the codes are compared with; null for none. */
  readonly rate: Rate | null
  /** Where the page begins; null for the first one. */
  readonly after: string | null
}

export type MirroredCodePage = {
  readonly codes: readonly { readonly code: string; readonly isOfRate: boolean }[]
  /** Where the next page begins. Null if this is the last page. */
  readonly next: string | null
}
