import { setTimeout as pause } from 'node:timers/promises'
import type { Client, LoggedDelivery, Receiver } from '@goodword/client'
import { type Command, CommandError, exitCodes } from '../command.ts'
import { openProfile } from '../profiles/open-profile.ts'
import { printRecord, printRows, timeText } from '../terminal/print.ts'
import { eventTypesOf } from './event-types.ts'

const LOOK_EVERY_MS = 250
const MAX_LOOKS = 120

export const webhooksList: Command = {
  positionals: [],
  options: {},
  help: 'The receivers of this mode of the program. It needs a key with the scope admin.',
  async run(input, terminal) {
    const { client } = await openProfile(input, terminal)
    const count = await printRows(input, terminal, client.listWebhooks({ query: { limit: 100 } }), [
      { title: 'URL', of: (it) => it.url },
      { title: 'EVENTS', of: (it) => typesText(it) },
      { title: 'STATE', of: stateText },
      { title: 'CREATED', of: (it) => timeText(it.dateCreated) },
      { title: 'ID', of: (it) => it.id, isId: true },
    ])
    if (count === 0) terminal.note('There are no receivers. Add one with: goodword webhooks add <url>')
    return undefined
  },
}

export const webhooksAdd: Command = {
  positionals: ['url'],
  options: {
    events: { value: '<types>', summary: 'Only events of these types, separated by commas; all without it.' },
    description: { value: '<text>', summary: 'A note for your own use.' },
    'personal-data': { summary: 'Events contain names and e-mail addresses of users.' },
  },
  help: [
    'It prints the signing secret of the receiver, which is shown this once: give it to your application.',
    'Nothing is sent to the URL until an event happens; try it with: goodword webhooks test',
  ].join('\n'),
  async run(input, terminal) {
    const types = [...(eventTypesOf(input.text('events')) ?? [])]
    const description = input.text('description')
    const { client } = await openProfile(input, terminal)
    const receiver = await client.createWebhook({
      body: {
        url: input.required('url'),
        types,
        includePersonalData: input.isSet('personal-data'),
        ...(description === undefined ? {} : { description }),
      },
    })
    await printRecord(input, terminal, receiver, [
      ['Receiver', receiver.id],
      ['URL', receiver.url],
      ['Events', typesText(receiver)],
      ['Signing secret', receiver.secret],
    ])
    return undefined
  },
}

export const webhooksTest: Command = {
  positionals: ['webhookId?'],
  options: {},
  help: 'The service sends a test event to the receiver, once, and the answer is shown. Without an ID it is the only receiver that there is.',
  async run(input, terminal) {
    const { client } = await openProfile(input, terminal)
    const webhookId = input.positional('webhookId') ?? (await onlyReceiver(client)).id
    const signal = terminal.interruption()
    const { id } = await client.testWebhook({ params: { webhookId }, signal })
    const delivery = await attempted(client, id, signal)
    const attempt = delivery.attempts.at(-1)
    const outcome = attempt?.status ?? attempt?.error ?? 'none'
    await printRecord(input, terminal, delivery, [
      ['Event', `${delivery.type} ${delivery.eventId}`],
      ['Response', `${outcome} (${attempt?.durationMs ?? 0} ms)`],
      ...responseLines(attempt?.response ?? null),
    ])
    return delivery.state === 'SUCCEEDED' ? exitCodes.done : exitCodes.refused
  },
}

async function onlyReceiver(client: Client): Promise<Receiver> {
  const { webhooks } = await client.listWebhooks({ query: { limit: 2 } })
  const [receiver, another] = webhooks
  if (receiver !== undefined && another === undefined) return receiver
  throw new CommandError(
    receiver === undefined
      ? 'There are no receivers. Add one with: goodword webhooks add <url>'
      : 'There are several receivers. Name the ID of one; list them with: goodword webhooks list',
  )
}

/** The delivery once the service has tried it. */
async function attempted(client: Client, deliveryId: string, signal: AbortSignal): Promise<LoggedDelivery> {
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const delivery = await client.readDelivery({ params: { deliveryId }, signal })
    if (delivery.attempts.length > 0 || delivery.state !== 'PENDING') return delivery
    await pause(LOOK_EVERY_MS, undefined, { signal })
  }
  throw new CommandError(
    'The service has not sent the test event yet. See later what came of it: goodword logs',
  )
}

/** Status and body of the answer, which say what the application did not like. */
function responseLines(response: string | null): readonly (readonly [string, string])[] {
  const body =
    response
      ?.split(/\r?\n\r?\n/)
      .slice(1)
      .join(' ')
      .trim() ?? ''
  return body === '' ? [] : [['Body', body.slice(0, 500)]]
}

function typesText({ types }: Pick<Receiver, 'types'>): string {
  return types.length === 0 ? 'all' : types.join(',')
}

function stateText({ enabled, disabledReason }: Receiver): string {
  return enabled ? 'enabled' : `disabled (${disabledReason ?? 'MANUAL'})`
}
