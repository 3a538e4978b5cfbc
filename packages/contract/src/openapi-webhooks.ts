import type { Components, Json, JsonObject } from './openapi-components.ts'
import { EventEnvelope, eventTitle, type WebhookEventType, webhookEvents } from './webhooks/all.ts'

/** The section `webhooks` of the document: what the service sends to a receiver, by type. */
export function openApiWebhooks(components: Components): JsonObject {
  const entries = EventEnvelope.anyOf.map((schema): [string, Json] => {
    const type = schema.properties.type.const
    const { summary, description } = webhookEvents[type]
    const body = { schema: components.reference(schema), example: exampleEvent(type) }
    const post = {
      operationId: `on${eventTitle({ type })}`,
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
    reason: exampleReasons[type],
    data,
  }
}

const exampleReasons: Readonly<Record<WebhookEventType, string>> = {
  'user.created': 'IDENTIFIED',
  'referral.started': 'EXPLICIT_CODE',
  'referral.converted': 'FIRST_PAYMENT',
  'referral.ended': 'SUBSCRIPTION_CANCELLED',
  'referral.moderated': 'STAFF_PENDED',
  'referral.appealed': 'APPEALED',
  'referral.overdue': 'REVIEW_OVERDUE',
  'reward.created': 'CONVERTED',
  'reward.cancelled': 'REFERRAL_ENDED',
  'reward.redeemed': 'REDEEMED',
  'reward.balance.changed': 'REDEEMED',
  'account.blocked': 'BLOCKED_BY_HAND',
  'account.unblocked': 'UNBLOCKED_BY_HAND',
  'discount.changed': 'DISCOUNT_SET',
  'discount.drifted': 'CHANGED_AT_PROCESSOR',
  'discount.failed': 'DISCOUNT_REJECTED',
  'bill.wrong': 'DISCOUNT_MISSING',
  'bill.mended': 'REFUNDED',
  'connection.broken': 'CREDENTIALS_REJECTED',
  'export.completed': 'EXPORT_COMPLETED',
  test: 'TEST_REQUESTED',
}
