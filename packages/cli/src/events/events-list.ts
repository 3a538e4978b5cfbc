import type { EventEnvelope } from '@goodword/client'
import { type Command, numberOf } from '../command.ts'
import { openProfile } from '../profiles/open-profile.ts'
import { firstOf } from '../terminal/first-of.ts'
import { printRows, timeText } from '../terminal/print.ts'
import type { Column } from '../terminal/table.ts'
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

export const eventsList: Command = {
  positionals: [],
  options: {
    type: { value: '<type>', summary: 'Only events of this type.' },
    account: { value: '<accountId>', summary: 'Only events about this account of yours.' },
    limit: { value: '<n>', summary: `How many at most, ${DEFAULT_ROWS} without it.` },
    all: { summary: 'All that are kept.' },
  },
  help: 'The oldest event comes first. With --json each line is an event as webhooks deliver it.',
  async run(input, terminal) {
    const most = input.isSet('all')
      ? Number.POSITIVE_INFINITY
      : numberOf('--limit', input.text('limit') ?? DEFAULT_ROWS, 1, 1_000_000)
    const { client } = await openProfile(input, terminal)
    const [type, accountId] = [input.text('type'), input.text('account')]
    const query = {
      limit: Math.min(most, PAGE),
      ...(type === undefined ? {} : { type: eventTypeOf(type) }),
      ...(accountId === undefined ? {} : { accountId }),
    }
    const count = await printRows(input, terminal, firstOf(client.listEvents({ query }), most), columns)
    if (count === 0) terminal.note('There are no such events.')
    if (count === most) terminal.note(`These are the oldest ${most}. There may be more: --all, or --limit.`)
    return undefined
  },
}
