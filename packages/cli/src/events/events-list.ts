import type { EventEnvelope } from '@goodword/client'
import { type Command, numberOf } from '../command.ts'
import { openProfile } from '../profiles/open-profile.ts'
import { firstOf } from '../terminal/first-of.ts'
import { printRows, timeText } from '../terminal/print.ts'
import type { Column } from '../terminal/table.ts'
import { eventTypeOf, subjectOf } from './event-types.ts'
import { sinceOf, startOf } from './since.ts'

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
