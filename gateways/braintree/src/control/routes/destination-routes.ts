import { ControlError, notThere } from '@goodword/sandbox/control/control-error'
import { notificationSummary } from '@goodword/sandbox/control/summaries'
import type { Merchant } from '../../model/merchant.ts'
import { type Destination, notificationKinds } from '../../model/webhook.ts'
import { notifyCheck } from '../../webhooks/notify.ts'
import { verifyDestination } from '../../webhooks/verify-destination.ts'
import { destinationBody } from '../bodies.ts'
import { type ControlRoute, ofAccount, ofAll } from '../control-route.ts'
import { destinationOf } from '../fixtures/make-merchant.ts'

export const destinationRoutes: readonly ControlRoute[] = [
  ofAll('GET', '/notification-kinds', { handle: () => ({ items: notificationKinds }) }),
  ofAccount('GET', '/destinations', {
    handle: ({ account: merchant }) => ({ items: merchant.destinations }),
  }),
  ofAccount('POST', '/destinations', {
    body: destinationBody,
    handle: ({ account: merchant, body }) => {
      const destination = destinationOf(merchant, body)
      if (merchant.destinations.some((each) => each.id === destination.id)) {
        throw new ControlError('CONFLICT', `Destination ${destination.id} already exists.`)
      }
      merchant.destinations.push(destination)
      return destination
    },
  }),
  ofAccount('DELETE', '/destinations/:id', {
    handle: ({ account: merchant, path }) => {
      const removed = findDestination(merchant, path.id)
      merchant.destinations = merchant.destinations.filter((each) => each !== removed)
      return removed
    },
  }),
  ofAccount('POST', '/destinations/:id/verify', {
    handle: ({ control, account: merchant, path }) =>
      verifyDestination(control.gateway, merchant, findDestination(merchant, path.id).url),
  }),
  ofAccount('POST', '/destinations/:id/check', {
    handle: ({ control, account: merchant, path }) =>
      notificationSummary(notifyCheck(control.gateway, merchant, findDestination(merchant, path.id))),
  }),
]

export function findDestination(merchant: Merchant, id = ''): Destination {
  const found = merchant.destinations.find((each) => each.id === id)
  if (found === undefined) throw notThere(`destination ${id}`)
  return found
}
