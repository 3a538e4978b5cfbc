import type { Client, EventEnvelope } from '@goodword/client'
import { type Command, numberOf, UsageError } from '../command.ts'
import { openProfile } from '../profiles/open-profile.ts'
import { firstOf } from '../terminal/first-of.ts'
import { type Column, printRows, timeText } from '../terminal/print.ts'
import { eventTypeOf, subjectOf } from './event-types.ts'

const columns: readonly Column<EventEnvelope>[] = [
  { title: 'TIME', of: (it) => timeText(it.created) },
  { title: 'EVENT', of: (it) => it.type },
  { title: 'REASON', of: (it) => it.reason },
  { title: 'ABOUT', of: subjectOf },
  { title: 'ID', of: (it) => it.id, isId: true },
]

const PAGE = 1000
const DEFAULT_ROWS = '50'
/** Events are published by when they were committed, so one may be listed behind others that happened a little later. */
const DISORDER_MS = 600_000

export const eventsList: Command = {
  positionals: [],
  options: {
    type: { value: '<type>', summary: 'Only events of this type.' },
    account: { value: '<accountId>', summary: 'Only events about this account of yours.' },
    since: { value: '<when>', summary: 'Only events since then: 30m, 6h, 7d, or a day such as 2026-03-01.' },
    limit: { value: '<n>', summary: `How many at most, ${DEFAULT_ROWS} without it.` },
    all: { summary: 'All that are kept, or all since then.' },
    oldest: { summary: 'The oldest first.' },
  },
  help: 'The newest event comes first. With --json each line is an event as webhooks deliver it.',
  async run(input, terminal) {
    const most = input.isSet('all')
      ? Number.POSITIVE_INFINITY
      : numberOf('--limit', input.text('limit') ?? DEFAULT_ROWS, 1, 1_000_000)
    const [type, accountId, when] = [input.text('type'), input.text('account'), input.text('since')]
    const since = when === undefined ? null : sinceOf(when)
    const order = input.isSet('oldest') ? 'OLDEST' : 'NEWEST'
    const query = {
      order,
      limit: Math.min(most, PAGE),
      ...(type === undefined ? {} : { type: eventTypeOf(type) }),
      ...(accountId === undefined ? {} : { accountId }),
    } as const
    const { client, isTest } = await openProfile(input, terminal)
    const start = since === null ? null : await startOf(since, client, isTest)
    const events = eventsSince(client.listEvents({ query }), start, order)
    const count = await printRows(input, terminal, firstOf(events, most), columns)
    if (count === 0) terminal.note('There are no such events.')
    if (count === most) {
      terminal.note(`These are the ${order.toLowerCase()} ${most}. There may be more: --all, or --limit.`)
    }
    return undefined
  },
}

/** The events of a list that happened since then; of the newest first, no page is asked for that has older ones alone. */
async function* eventsSince(
  events: AsyncIterable<EventEnvelope>,
  start: number | null,
  order: 'NEWEST' | 'OLDEST',
): AsyncGenerator<EventEnvelope> {
  for await (const event of events) {
    if (start === null || event.created >= start) yield event
    else if (order === 'NEWEST' && event.created < start - DISORDER_MS) return
  }
}

const unitsMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

/** The start of a period: a duration before now, or a day or time of its own. */
type Since = { readonly kind: 'ago'; readonly ms: number } | { readonly kind: 'at'; readonly time: number }

/** @throws UsageError for a text that is neither a duration such as `2h` nor a day or time such as `2026-03-01` */
export function sinceOf(text: string): Since {
  const [, amount, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? []
  if (amount !== undefined) return { kind: 'ago', ms: Number(amount) * unitsMs[unit as keyof typeof unitsMs] }
  const time = dayOrTime.test(text) ? Date.parse(text) : Number.NaN
  // The parser takes the 31st of February for a day of March.
  if (!Number.isNaN(time) && isDay(text.slice(0, 10))) return { kind: 'at', time }
  throw new UsageError(
    '--since takes a duration such as 30m, 6h or 7d, or a day (of UTC) or time such as 2026-03-01 or 2026-03-01T09:30Z.',
  )
}

const dayOrTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:[.]\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/

function isDay(day: string): boolean {
  return new Date(`${day}T00:00Z`).toISOString().startsWith(day)
}

/** The time at which the period starts, on the clock of the program: that of a test program may have been moved. */
export async function startOf(since: Since, client: Client, isTest: boolean): Promise<number> {
  if (since.kind === 'at') return since.time
  const { now } = isTest ? await client.readTestClock() : { now: Date.now() }
  return now - since.ms
}
