import type { Rate } from '@goodword/domain/values/rate'
import type { Notification, ProcessorCredentials, SetupFinding } from './connector.ts'

/** Calls of a client that only some processors can serve. A client without one has no such function. */
export type OptionalCalls = {
  /**
   * Makes the processor send its notifications to a URL, by the keys alone. May be repeated: what is registered already is
   * found again and corrected. Notifications that the merchant set up by hand stay as they are.
   */
  readonly registerWebhook?: (wanted: WantedWebhook) => Promise<RegisteredWebhook>
  /** Removes what `registerWebhook` registered with these credentials, if anything. */
  readonly removeWebhook?: () => Promise<void>
  /**
   * A page of the notifications that the processor made since a moment of its clock, whether they arrived or not, newest
   * first; of all that it still has if the moment is null.
   */
  readonly readNotifications?: (since: number | null, after: string | null) => Promise<NotificationPage>
  /**
   * The ID of the discount of a rate that the merchant may give a subscription when it creates it. It is there when the
   * promise resolves, and later readings show it as our discount.
   */
  readonly offerDiscount?: (discountId: string, rate: Rate) => Promise<string>
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

export type WantedWebhook = {
  readonly url: string
  /** The program that it is for, by which it is found again. */
  readonly program: string
  /** The credentials that were stored before; null without. */
  readonly stored: ProcessorCredentials | null
}

export type RegisteredWebhook = {
  /** The credentials that are to be stored, with what the signatures of notifications are verified by. */
  readonly credentials: ProcessorCredentials
  /** Why no notifications will come; null if they will, as far as is known. */
  readonly finding: SetupFinding | null
}

export type NotificationPage = {
  readonly notifications: readonly Notification[]
  /** Where the next page begins; null if this is the last one. */
  readonly next: string | null
}
