import type { Merchant } from '../../model/merchant.ts'
import { type Destination, type Notification, notificationKinds } from '../../model/webhook.ts'
import { xmlOf } from '../../webhooks/journal.ts'
import { notifyCheck } from '../../webhooks/notify-check.ts'
import { resend } from '../../webhooks/resend.ts'
import { verifyDestination } from '../../webhooks/verify-destination.ts'
import { barrierBody, destinationBody } from '../bodies.ts'
import { ControlError, notThere } from '../control-error.ts'
import { type ControlRoute, ofAll, ofMerchant } from '../control-route.ts'
import { flag, only, optional, share } from '../fields.ts'
import { destinationOf } from '../fixtures/make-merchant.ts'
import { pageOf, pageQuery } from '../page-of.ts'
import { isoOf, notificationSummary } from '../summaries.ts'

const filters = ['status', 'kind', 'subscriptionId', 'destinationId'] as const

export const webhookRoutes: readonly ControlRoute[] = [
  ofAll('GET', '/notification-kinds', { handle: () => ({ items: notificationKinds }) }),
  ofMerchant('GET', '/destinations', { handle: ({ merchant }) => ({ items: merchant.destinations }) }),
  ofMerchant('POST', '/destinations', {
    body: destinationBody,
    handle: ({ merchant, body }) => {
      const destination = destinationOf(merchant, body)
      if (merchant.destinations.some((each) => each.id === destination.id)) {
        throw new ControlError('CONFLICT', `Destination ${destination.id} already exists.`)
      }
      merchant.destinations.push(destination)
      return destination
    },
  }),
  ofMerchant('DELETE', '/destinations/:id', {
    handle: ({ merchant, path }) => {
      const removed = findDestination(merchant, path.id)
      merchant.destinations = merchant.destinations.filter((each) => each !== removed)
      return removed
    },
  }),
  ofMerchant('POST', '/destinations/:id/verify', {
    handle: ({ control, merchant, path }) =>
      verifyDestination(control.gateway, merchant, findDestination(merchant, path.id).url),
  }),
  ofMerchant('POST', '/destinations/:id/check', {
    handle: ({ control, merchant, path }) =>
      notificationSummary(notifyCheck(control.gateway, merchant, findDestination(merchant, path.id))),
  }),
  ofMerchant('PUT', '/barrier', {
    body: barrierBody,
    handle: ({ merchant, body }) => {
      merchant.barrier = body.url
      return { url: merchant.barrier }
    },
  }),
  ofMerchant('PATCH', '/deliveries', {
    body: only({ duplicates: optional(share()), losses: optional(share()), reorders: optional(flag()) }),
    handle: ({ merchant, body }) => {
      merchant.deliveries = { ...merchant.deliveries, ...body }
      return merchant.deliveries
    },
  }),
  ofMerchant('GET', '/notifications', {
    query: [...pageQuery, ...filters],
    handle: ({ merchant, query }) => {
      checkFilters(query)
      const { items, next } = pageOf(merchant.notifications.values(), query, (each) => fits(each, query))
      return { items: items.map(notificationSummary), next }
    },
  }),
  ofMerchant('GET', '/notifications/:id', {
    handle: ({ merchant, path }) => {
      const notification = findNotification(merchant, path.id)
      return { ...notificationSummary(notification), xml: xmlOf(notification) }
    },
  }),
  ofMerchant('POST', '/notifications/:id/resend', {
    handle: async ({ control, merchant, path }) => {
      const attempt = await resend(control.gateway, merchant, findNotification(merchant, path.id))
      if (attempt === null) throw new ControlError('CONFLICT', 'The sandbox is shutting down.')
      return { ...attempt, at: isoOf(attempt.at) }
    },
  }),
]

export function findNotification(merchant: Merchant, id = ''): Notification {
  const found = merchant.notifications.get(id)
  if (found === undefined) throw notThere(`notification ${id}`)
  return found
}

export function findDestination(merchant: Merchant, id = ''): Destination {
  const found = merchant.destinations.find((each) => each.id === id)
  if (found === undefined) throw notThere(`destination ${id}`)
  return found
}

export const notificationStatuses = ['waiting', 'delivered', 'given_up', 'lost'] as const

function checkFilters({ kind = '', status = '' }: Readonly<Record<string, string>>): void {
  checkWord('kind', kind, notificationKinds)
  checkWord('status', status, notificationStatuses)
}

function checkWord(name: string, word: string, allowed: readonly string[]): void {
  if (word === '' || allowed.includes(word)) return
  throw new ControlError('INVALID', `"${name}" must be one of ${allowed.join(', ')}.`)
}

function fits(notification: Notification, query: Readonly<Record<string, string>>): boolean {
  return filters.every((name) => {
    const wanted = query[name] ?? ''
    return wanted === '' || notification[name] === wanted
  })
}
