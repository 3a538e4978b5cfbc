import { randomBytes } from 'node:crypto'
import type { Client, EventType } from '@goodword/client'
import { type Command, CommandError } from '../command.ts'
import { eventTypeOf } from '../events/event-types.ts'
import { findEvent, newestCursor } from '../events/feed.ts'
import { openProfile } from '../profiles/open-profile.ts'
import { printRecord } from '../terminal/print.ts'
import { fieldLines, overridesOf } from './overrides.ts'
import { type Made, stories, triggeredTypes } from './stories.ts'

const TIMEOUT_MS = 30_000

export const trigger: Command = {
  positionals: ['event'],
  options: {
    set: {
      value: '<name=value>',
      summary: 'Send this instead, such as subscription.value=99; several times for several fields.',
      isRepeated: true,
    },
  },
  help: [
    'It really happens: people, referrals and rewards are created by the API, and stay until you erase the test data',
    'of the program. Live programs are refused.',
    'Events, and what of them --set can replace:',
    ...triggeredTypes.map((it) => `  ${it.padEnd(22)}  ${partsOf(it).join(', ')}`),
    'Fields, such as --set subscription.value=99:',
    ...fieldLines(),
  ].join('\n'),
  async run(input, terminal) {
    const type = eventTypeOf(input.required('event'), triggeredTypes)
    const story = stories[type]
    const { client, url, tenantAlias, isTest } = await openProfile(input, terminal)
    if (typeof story === 'function') throw new CommandError(story(url))
    if (!isTest) {
      throw new CommandError(
        `${tenantAlias} is live: its customers are real. Use the profile of its test program: goodword login --tenant test_${tenantAlias}`,
      )
    }
    const set = overridesOf(input.texts('set'), story.parts)
    const signal = terminal.interruption()
    const cursor = await newestCursor(client, signal)
    const run = randomBytes(5).toString('hex')
    const made = await story.run({
      client,
      referrer: set.referrer?.accountId ?? `cli_${run}_bob`,
      friend: set.friend?.accountId ?? `cli_${run}_carol`,
      set,
    })
    const isWanted = (event: { readonly type: string; readonly data: unknown }) =>
      event.type === type && JSON.stringify(event.data).includes(made.mark)
    const event = await findEvent(client, cursor, isWanted, { signal, timeoutMs: TIMEOUT_MS })
    if (event === null) throw new CommandError(await whatCame(client, type, made))
    await printRecord(input, terminal, { eventId: event.id, type, accounts: made.accounts }, [
      ['Event', `${type} ${event.id}`],
      ['Reason', event.reason],
      ...made.accounts.map((it) => ['Account', it] as const),
    ])
    return undefined
  },
}

function partsOf(type: EventType): readonly string[] {
  const story = stories[type]
  return typeof story === 'function' ? [] : story.parts
}

/** Says why an event did not come: the timeline has a reason also for what did not happen. */
async function whatCame(client: Client, type: EventType, { accounts }: Made): Promise<string> {
  const accountId = accounts.at(-1)
  const latest =
    accountId === undefined
      ? []
      : (await client.listAccountEvents({ params: { accountId }, query: { limit: 1 } })).events
  const reason = latest.map(({ message }) => ` The last entry of its timeline: ${message}`).join('')
  return `${type} did not come within ${TIMEOUT_MS / 1000} seconds.${reason} See the whole timeline: goodword referral explain ${accountId ?? '<accountId>'}`
}
