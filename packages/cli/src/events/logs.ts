import { setTimeout as pause } from 'node:timers/promises'
import type { Client, Delivery, Receiver } from '@goodword/client'
import { type Command, exitCodes, numberOf } from '../command.ts'
import { openProfile } from '../profiles/open-profile.ts'
import { timeText } from '../terminal/print.ts'
import { safeJson, safeText } from '../terminal/safe-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { eventTypesOf } from './event-types.ts'

const POLL_MS = 2000
const PAGE = 100

type Entry = {
  readonly date: number
  readonly type: string
  readonly status: number | null
  readonly error: string | null
  readonly durationMs: number
  readonly attempt: number
  /** Whether the service tries it again. */
  readonly isTriedAgain: boolean
  readonly url: string
  readonly eventId: string
  readonly deliveryId: string
}

export const logs: Command = {
  positionals: [],
  options: {
    follow: { summary: 'Go on with requests as they are made, until Ctrl-C.' },
    failed: { summary: 'Only requests that failed.' },
    events: { value: '<types>', summary: 'Only events of these types, separated by commas.' },
    webhook: { value: '<webhookId>', summary: 'Only requests to this receiver.' },
    limit: { value: '<n>', summary: 'How many to begin with, the newest; 20 without it, 1000 at most.' },
  },
  help: [
    'The requests that the service made to your webhook receivers, the newest last: what was sent, what was answered, and whether',
    `it is tried again. Of each receiver the last ${PAGE} events are looked at. It needs a key with the scope admin.`,
    'The whole request and response of one: goodword api GET /deliveries/<deliveryId>',
    'Events without receivers: goodword events list, or goodword listen.',
  ].join('\n'),
  async run(input, terminal) {
    const types = eventTypesOf(input.text('events'))
    const most = numberOf('--limit', input.text('limit') ?? '20', 0, 1000)
    const { client } = await openProfile(input, terminal)
    const signal = terminal.interruption()
    const isWanted = (it: Entry) =>
      (types === null || [...types].some((type) => type === it.type)) &&
      (!input.isSet('failed') || it.error !== null)
    const seen = new Set<string>()
    const look = async () => {
      const entries = await entriesOf(client, input.text('webhook'), signal)
      const fresh = entries.filter((it) => !seen.has(keyOf(it)))
      for (const it of fresh) seen.add(keyOf(it))
      return fresh.filter(isWanted).toSorted((one, other) => one.date - other.date)
    }
    const write = async (entries: readonly Entry[]) => {
      for (const it of entries) await terminal.write(input.isJson ? safeJson(it) : lineOf(terminal, it))
    }
    try {
      const found = await look()
      await write(most === 0 ? [] : found.slice(-most))
      if (found.length === 0)
        terminal.note('There are no such requests. See the receivers: goodword webhooks list')
      while (input.isSet('follow')) {
        await pause(POLL_MS, undefined, { signal })
        await write(await look())
      }
    } catch (error) {
      if (signal.aborted) return exitCodes.interrupted
      throw error
    }
    return undefined
  },
}

/** Every attempt of the newest deliveries. */
async function entriesOf(
  client: Client,
  webhookId: string | undefined,
  signal: AbortSignal,
): Promise<readonly Entry[]> {
  const receivers =
    webhookId === undefined
      ? (await client.listWebhooks({ query: { limit: PAGE }, signal })).webhooks
      : [await client.readWebhook({ params: { webhookId }, signal })]
  const entries: Entry[] = []
  for (const receiver of receivers) {
    const page = await client.listDeliveries({
      params: { webhookId: receiver.id },
      query: { limit: PAGE },
      signal,
    })
    entries.push(...page.deliveries.flatMap((it) => attemptsOf(it, receiver)))
  }
  return entries
}

function attemptsOf({ id, eventId, type, state, attempts }: Delivery, { url }: Receiver): readonly Entry[] {
  return attempts.map(({ date, status, durationMs, error }, index) => ({
    ...{ date, type, status, error, durationMs, attempt: index + 1 },
    isTriedAgain: index + 1 === attempts.length && state === 'PENDING',
    ...{ url, eventId, deliveryId: id },
  }))
}

function keyOf({ deliveryId, date, attempt }: Entry): string {
  return `${deliveryId} ${attempt} ${date}`
}

function lineOf(terminal: Terminal, it: Entry): string {
  const outcome = terminal.paint(it.error === null ? 'green' : 'red', safeText(String(it.status ?? it.error)))
  const again = it.isTriedAgain && it.error !== null ? '  (is tried again)' : ''
  const what = `${safeText(it.type).padEnd(22)} ${safeText(it.url)}  ${safeText(it.eventId)}`
  return `${timeText(it.date)}  ${outcome} (${it.durationMs} ms)  ${what}${again}`
}
