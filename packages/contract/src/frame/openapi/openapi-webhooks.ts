import {
  envelopeSchema,
  eventTitle,
  type WebhookEventType,
  webhookEvents,
  webhookEventTypes,
} from '../../webhooks/event-types.ts'
import type { Components, Json, JsonObject } from './openapi-components.ts'

/** The section `webhooks` of the document: what the service sends to a receiver, by type. */
export function openApiWebhooks(components: Components): JsonObject {
  const entries = webhookEventTypes.map((type): [string, Json] => {
    const { summary, description } = webhookEvents[type]
    const body = { schema: components.reference(envelopeSchema(type)), example: exampleEvent(type) }
    const post = {
      operationId: `on${eventTitle(type)}`,
      summary,
      description,
      // Signed by its headers, for which OpenAPI has no scheme.
      security: [],
      requestBody: { required: true, content: { 'application/json': body } },
      responses: { '2XX': { description: 'Received. After any other response the event is sent again.' } },
    }
    return [type, { post }]
  })
  return Object.fromEntries(entries)
}

function exampleEvent(type: WebhookEventType): JsonObject {
  const data: Json = JSON.parse(JSON.stringify(webhookEvents[type].example))
  return {
    id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d60',
    type,
    tenantAlias: 'acme',
    live: true,
    created: 1_780_000_000_000,
    version: 4711,
    reason: webhookEvents[type].exampleReason,
    data,
  }
}
