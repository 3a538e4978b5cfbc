import { recordId } from '@goodword/contract/frame/values'
import { listDeliveries as endpoint } from '@goodword/contract/webhooks/endpoints'
import { Delivery } from '@goodword/contract/webhooks/webhook-delivery'
import { MAX_RECEIVERS, Receiver } from '@goodword/contract/webhooks/webhook-receiver'
import { Type } from 'typebox'
import { defineTool } from '../tool.ts'
import { pageInput } from './page-input.ts'

const { state, eventId, dateCreated, order } = endpoint.query.properties

const ReceiverSummary = Type.Pick(Receiver, ['id', 'url', 'enabled', 'disabledReason'])

export const listDeliveries = defineTool({
  name: 'list_deliveries',
  title: 'List webhook deliveries',
  description:
    'Lists the receivers of webhooks, and what was sent to one of them in the last 30 days with each attempt and its HTTP status, newest first. Use it for “why has our server not heard of it”. Without `webhookId` it reads the first receiver.',
  input: Type.Object({
    webhookId: Type.Optional(recordId('The receiver, by its ID in `webhooks`.')),
    state,
    eventId,
    dateCreated,
    order,
    ...pageInput,
  }),
  output: Type.Object({
    webhooks: Type.Array(ReceiverSummary, { description: 'The receivers; none if no webhook is set up.' }),
    webhookId: Type.Union([Type.String(), Type.Null()], {
      description: 'The receiver of the deliveries; null if there is none.',
    }),
    deliveries: Type.Array(Delivery, { description: 'The deliveries of this page.' }),
    nextCursor: Type.Union([Type.String(), Type.Null()], {
      description: 'The `cursor` of the next page; null if this is the last.',
    }),
  }),
  needs: 'deliveries',
  async run({ client, signal }, { webhookId: asked, ...query }) {
    const { webhooks: receivers } = await client.listWebhooks({ query: { limit: MAX_RECEIVERS }, signal })
    const webhooks = receivers.map(({ id, url, enabled, disabledReason }) => ({
      id,
      url,
      enabled,
      disabledReason,
    }))
    const webhookId = asked ?? receivers[0]?.id ?? null
    if (webhookId === null) return { webhooks, webhookId, deliveries: [], nextCursor: null }
    const page = await client.listDeliveries({ params: { webhookId }, query, signal })
    return { webhooks, webhookId, deliveries: page.deliveries, nextCursor: page.nextCursor }
  },
})
