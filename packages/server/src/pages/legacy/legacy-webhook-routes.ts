import { endpoints } from '@goodword/contract/all-endpoints'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { Receiver } from '@goodword/contract/webhooks/webhook-receiver'
import { Type } from 'typebox'
import { LEGACY_PREFIX, type ServeLegacy } from './legacy-route.ts'
import type { OwnOperations } from './own-operation.ts'

const Subscription = Type.Object({ endpointUrl: Type.String(), name: Type.Optional(Type.String()) })

/** `subscribe` and `subscription` of the former service: a receiver of webhooks for all types of events, known by its URL. */
export function serveLegacyWebhooks(serve: ServeLegacy): void {
  for (const name of ['subscribe', 'subscription']) {
    serve({
      ...{ method: 'POST', path: `${LEGACY_PREFIX}/${name}`, params: Type.Object({}), callers: 'server' },
      ...{ body: Subscription, instead: endpoints.createWebhook },
      answer: async ({ own, body }) => {
        const { endpointUrl: url, name: description } = body as Subscription
        const known = (await receivers(own)).find((it) => it.url === url)
        // The same URL twice is one subscription; its secret is shown once.
        if (known !== undefined) return { status: 201, body: subscriptionOf(known) }
        const note = description === undefined ? {} : { description }
        const created = await own.post<Receiver & { readonly secret: string }>('/webhooks', { url, ...note })
        return { status: 201, body: { ...subscriptionOf(created), secret: created.secret } }
      },
    })
  }
  serve({
    ...{ method: 'GET', path: `${LEGACY_PREFIX}/subscription`, params: Type.Object({}), callers: 'server' },
    instead: endpoints.listWebhooks,
    answer: async ({ own }) => {
      const subscriptions = (await receivers(own)).map(subscriptionOf)
      const count = subscriptions.length
      return { body: { count, totalCount: count, subscriptions } }
    },
  })
  serve({
    ...{
      method: 'DELETE',
      path: `${LEGACY_PREFIX}/subscription/:url`,
      params: Type.Object({ url: Type.String() }),
    },
    ...{ callers: 'server', instead: endpoints.deleteWebhook },
    answer: async ({ own, params }) => {
      const known = (await receivers(own)).find((it) => it.url === params.url)
      if (known === undefined) {
        throw new Refusal(
          'RECEIVER_NOT_FOUND',
          'No subscription has this URL. GET subscription lists them.',
          'url',
        )
      }
      await own.remove(`/webhooks/${known.id}`)
      return { status: 204, body: undefined }
    },
  })
}

type Subscription = { readonly endpointUrl: string; readonly name?: string }

/** A program has fewer than a page of them. */
async function receivers(own: OwnOperations): Promise<readonly Receiver[]> {
  return (await own.get<{ readonly webhooks: readonly Receiver[] }>('/webhooks?limit=100')).webhooks
}

function subscriptionOf({ id, url, description }: Receiver) {
  return { id, endpointUrl: url, name: description }
}
