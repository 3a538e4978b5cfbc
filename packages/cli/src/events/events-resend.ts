import type { Client, Delivery, EventEnvelope } from '@goodword/client'
import { type Command, CommandError, exitCodes } from '../command.ts'
import { openProfile } from '../profiles/open-profile.ts'
import { printRecord, printRows } from '../terminal/print.ts'
import { forward, isDelivered } from './forward.ts'

export const eventsResend: Command = {
  positionals: ['eventId'],
  options: {
    'forward-to': { value: '<url>', summary: 'Send it from here to this URL, instead of by the service.' },
    webhook: {
      value: '<webhookId>',
      summary: 'Only to this receiver; without it to all that got the event.',
    },
  },
  help: 'The service sends it again with the same ID; goodword needs a key with the scope admin for that.',
  async run(input, terminal) {
    const { client, webhookSecret } = await openProfile(input, terminal)
    const eventId = input.required('eventId')
    const target = input.text('forward-to')
    if (target !== undefined) {
      const event = await eventWithId(client, eventId)
      const sent = await forward(event, target, webhookSecret, terminal.interruption())
      const outcome = sent.status === null ? `failed: ${sent.error}` : String(sent.status)
      await printRecord(input, terminal, { eventId, type: event.type, ...sent }, [
        ['Event', `${event.type} ${eventId}`],
        ['Response', `${outcome} (${sent.durationMs} ms)`],
      ])
      return isDelivered(sent) ? exitCodes.done : exitCodes.refused
    }
    const deliveries = await deliveriesOf(client, eventId, input.text('webhook'))
    if (deliveries.length === 0) {
      const { type } = await eventWithId(client, eventId)
      throw new CommandError(
        `No receiver has a delivery of this event (${type}): it was created before they were, or they take other types. Send it from here with --forward-to <url>.`,
      )
    }
    const resent: Delivery[] = []
    for (const { id } of deliveries) resent.push(await client.resendDelivery({ params: { deliveryId: id } }))
    await printRows(input, terminal, resent, [
      { title: 'EVENT', of: (it) => it.type },
      { title: 'DELIVERY', of: (it) => it.id, isId: true },
      { title: 'WEBHOOK', of: (it) => it.webhookId },
      { title: 'STATE', of: (it) => it.state },
    ])
    return undefined
  },
}

async function deliveriesOf(
  client: Client,
  eventId: string,
  webhookId: string | undefined,
): Promise<Delivery[]> {
  const receivers: string[] = webhookId === undefined ? [] : [webhookId]
  if (webhookId === undefined) {
    for await (const { id } of client.listWebhooks({ query: { limit: 100 } })) receivers.push(id)
  }
  const found: Delivery[] = []
  for (const id of receivers) {
    const page = await client.listDeliveries({ params: { webhookId: id }, query: { eventId, limit: 1 } })
    found.push(...page.deliveries)
  }
  return found
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

async function eventWithId(client: Client, id: string): Promise<EventEnvelope> {
  if (uuid.test(id)) {
    const query = { order: 'NEWEST', limit: 1000 } as const
    for await (const event of client.listEvents({ query })) if (event.id === id.toLowerCase()) return event
  }
  throw new CommandError(
    `No event of the last 30 days has the ID ${JSON.stringify(id)}. List them with: goodword events list`,
  )
}
