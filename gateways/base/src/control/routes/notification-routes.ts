import type { Account } from '../../model/account.ts'
import { type Notification, notificationStatuses } from '../../model/notification.ts'
import { textOf } from '../../webhooks/journal.ts'
import { send } from '../../webhooks/send.ts'
import type { Control } from '../control.ts'
import { ControlError, notThere } from '../control-error.ts'
import type { ControlRoute, RouteMaker } from '../control-route.ts'
import { flag, httpAddress, only, optional, orNull, share } from '../fields.ts'
import { pageOf, pageQuery } from '../page-of.ts'
import { isoOf, notificationSummary } from '../summaries.ts'

const filters = ['status', 'kind', 'subscriptionId', 'destinationId'] as const

/** An address that is called at each due moment. */
export const barrierBody = only({ url: orNull(httpAddress(), 'for none') })

export type JournalRoutes = {
  /** The kinds that there are; null where a kind is any text. */
  readonly kinds: readonly string[] | null
  /** The name of the field that has what a notification says. */
  readonly textName: string
}

/** The journal, and what happens on the way to listeners. */
export function notificationRoutes<A extends Account, C extends Control<A>>(
  { ofAccount }: RouteMaker<C, A>,
  { kinds, textName }: JournalRoutes,
): ControlRoute<C>[] {
  return [
    ofAccount('PUT', '/barrier', {
      body: barrierBody,
      handle: ({ account, body }) => {
        account.barrier = body.url
        return { url: account.barrier }
      },
    }),
    ofAccount('PATCH', '/deliveries', {
      body: only({ duplicates: optional(share()), losses: optional(share()), reorders: optional(flag()) }),
      handle: ({ account, body }) => {
        account.deliveries = { ...account.deliveries, ...body }
        return account.deliveries
      },
    }),
    ofAccount('GET', '/notifications', {
      query: [...pageQuery, ...filters],
      handle: ({ account, query }) => {
        checkWord('kind', query.kind ?? '', kinds)
        checkWord('status', query.status ?? '', notificationStatuses)
        const { items, next } = pageOf(account.notifications.values(), query, (each) => fits(each, query))
        return { items: items.map(notificationSummary), next }
      },
    }),
    ofAccount('GET', '/notifications/:id', {
      handle: ({ account, path }) => {
        const notification = findNotification(account, path.id)
        return { ...notificationSummary(notification), [textName]: textOf(notification) }
      },
    }),
    ofAccount('POST', '/notifications/:id/resend', {
      handle: async ({ control, account, path }) => {
        const attempt = await send(control.gateway, account, findNotification(account, path.id), true)
        if (attempt === null) throw new ControlError('CONFLICT', 'The sandbox is shutting down.')
        return { ...attempt, at: isoOf(attempt.at) }
      },
    }),
  ]
}

export function findNotification(account: Account, id = ''): Notification {
  const found = account.notifications.get(id)
  if (found === undefined) throw notThere(`notification ${id}`)
  return found
}

function checkWord(name: string, word: string, allowed: readonly string[] | null): void {
  if (word === '' || allowed === null || allowed.includes(word)) return
  throw new ControlError('INVALID', `"${name}" must be one of ${allowed.join(', ')}.`)
}

function fits(notification: Notification, query: Readonly<Record<string, string>>): boolean {
  return filters.every((name) => {
    const wanted = query[name] ?? ''
    return wanted === '' || notification[name] === wanted
  })
}
