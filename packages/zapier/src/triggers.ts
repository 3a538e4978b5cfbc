import type { EventType } from '@goodword/client'
import { webhookEvents, webhookEventTypes } from '@goodword/contract/webhooks/event-types'
import { callService, foundBy } from './call-service.ts'
import { flagOf, textOf } from './input.ts'
import type { Bundle, Field, Zapier } from './zapier.ts'

const inputFields: readonly Field[] = [
  {
    key: 'includePersonalData',
    label: 'With names and e-mail addresses',
    type: 'boolean',
    default: 'false',
    helpText: 'Adds `people`: the users that the event names. Without it events have IDs and amounts only.',
  },
]

/**
 * A trigger for every event of webhooks. Turning a Zap on creates a webhook receiver for the address that Zapier gives, turning it
 * off deletes that; an address that Zapier has given up answers 410, which disables the receiver too.
 */
export const triggers = Object.fromEntries(
  webhookEventTypes
    .filter((type) => type !== 'test')
    .map((type) => {
      const trigger = triggerOf(type)
      return [trigger.key, trigger]
    }),
)

function triggerOf(type: EventType) {
  const { summary, example } = webhookEvents[type]
  const label = type.split('.').map(capitalized).join(' ')
  return {
    key: type.replaceAll('.', '_'),
    noun: capitalized(type.split('.')[0] ?? type),
    display: { label, description: `Triggers when ${summary.charAt(0).toLowerCase()}${summary.slice(1)}.` },
    operation: {
      type: 'hook',
      inputFields,
      performSubscribe: (zapier: Zapier, bundle: Bundle) =>
        callService(zapier, bundle, async (goodword) => {
          const { id } = await goodword.createWebhook({
            body: {
              url: bundle.targetUrl ?? '',
              types: [type],
              description: `Zapier: ${label}`,
              includePersonalData: flagOf(bundle, 'includePersonalData') ?? false,
            },
          })
          // Zapier keeps what is returned; the signing secret, which nothing of it can use, is not part of that.
          return { id }
        }),
      performUnsubscribe: (zapier: Zapier, bundle: Bundle) =>
        callService(zapier, bundle, async (goodword) => {
          const webhookId = textOf({ inputData: bundle.subscribeData ?? {} }, 'id') ?? ''
          // The receiver may have been deleted in the portal.
          const removed = await foundBy(goodword.deleteWebhook({ params: { webhookId } }))
          return { id: removed?.id ?? webhookId }
        }),
      perform: (_zapier: Zapier, { cleanedRequest }: Bundle) => [cleanedRequest],
      // Shown while a Zap is set up.
      performList: (zapier: Zapier, bundle: Bundle) =>
        callService(zapier, bundle, async (goodword) => {
          const { events } = await goodword.listEvents({ query: { type, limit: 3 } })
          return events
        }),
      sample: {
        id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d60',
        type,
        tenantAlias: 'acme',
        live: true,
        created: 1_780_000_000_000,
        version: 4711,
        reason: 'FIRST_PAYMENT',
        data: example,
      },
    },
  }
}

function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}
