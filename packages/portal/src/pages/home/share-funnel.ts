import type { Statistics } from '@goodword/client'

/** The ways on which a friend comes by a referrer's own doing. An import copies friends who came elsewhere. */
export const funnelChannels = ['LINK', 'CODE', 'COUPON', 'MANUAL', 'OTHER'] as const
export type FunnelChannel = (typeof funnelChannels)[number]

type Step = { readonly label: string; readonly value: number }

/**
 * The steps from clicks to customers, of one channel or of all of them together; imported referrals are never among them.
 * Clicks and visitors are known of links alone.
 */
export function shareFunnel(
  { funnel, channels }: Pick<Statistics, 'funnel' | 'channels'>,
  channel: FunnelChannel | null,
): readonly Step[] {
  const counted = channels.filter((it) =>
    channel === null ? it.channel !== 'IMPORTED' : it.channel === channel,
  )
  const sumOf = (name: 'attributed' | 'converted') => counted.reduce((sum, it) => sum + it[name], 0)
  const visits = [
    { label: 'Clicks', value: funnel.clicks },
    { label: 'Visitors', value: funnel.visitors },
  ]
  return [
    ...(channel === null || channel === 'LINK' ? visits : []),
    { label: 'Referrals started', value: sumOf('attributed') },
    { label: 'Converted', value: sumOf('converted') },
  ]
}
