import type { NotificationPage } from '../connector.ts'
import type { StripeCalls } from './calls.ts'
import { notificationKinds, notificationOf } from './notification.ts'

const PAGE = 100

/** Events of the kinds that are used, newest first. Stripe keeps them for 30 days. */
export async function readEvents(
  { read }: StripeCalls,
  since: number | null,
  after: string | null,
): Promise<NotificationPage> {
  const { data, has_more } = await read('events.list', (stripe) =>
    stripe.events.list({
      types: [...notificationKinds],
      limit: PAGE,
      ...(since === null ? {} : { created: { gte: Math.floor(since / 1000) } }),
      ...(after === null ? {} : { starting_after: after }),
    }),
  )
  const notifications = data.flatMap((event) => notificationOf(event, JSON.stringify(event)) ?? [])
  return { notifications, next: has_more ? (data.at(-1)?.id ?? null) : null }
}
