/**
 * How a friend came: by a share link, a code that was entered or sent, a coupon at the processor, by hand, from an import; or
 * it is not known, as for referrals of a release that did not keep it. It is shown and counted, and no rule reads it: anyone can
 * send the browser call that turns a code into a share link.
 */
export const channels = ['LINK', 'CODE', 'COUPON', 'MANUAL', 'IMPORTED', 'OTHER'] as const
export type Channel = (typeof channels)[number]

/** The channel of a referral, with when a browser call showed that it was the share link, or null. */
type Traced = { readonly channel: Channel; readonly linkSeenAt: number | null }

/** The channel of what happens to a referral at a moment, such as its conversion. */
export function channelAt({ channel, linkSeenAt }: Traced, at: number): Channel {
  return linkSeenAt !== null && linkSeenAt <= at ? 'LINK' : channel
}
