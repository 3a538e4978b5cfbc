import { connect } from 'node:net'
import type { EventEnvelope } from '@goodword/client'
import { type Command, exitCodes, numberOf, UsageError } from '../command.ts'
import { type OpenProfile, openProfile } from '../profiles/open-profile.ts'
import { changeProfiles } from '../profiles/profile-store.ts'
import { safeJson, safeText } from '../terminal/safe-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { eventTypesOf, subjectOf } from './event-types.ts'
import { followFeed, newestCursor } from './feed.ts'
import { type Forwarded, forward, isDelivered } from './forward.ts'

const MAX_EVENTS = 1_000_000

export const listen: Command = {
  positionals: [],
  options: {
    'forward-to': { value: '<url>', summary: 'Where to send events; without it they are only shown.' },
    events: { value: '<types>', summary: 'Only events of these types, separated by commas.' },
    resume: {
      summary: 'Start after the last event that was forwarded before, instead of with the next one.',
    },
    'from-start': { summary: 'Start with the oldest event that is kept.' },
    count: { value: '<n>', summary: 'End after so many events.' },
    'print-secret': { summary: 'Print the signing secret on standard output, and end.' },
  },
  help: [
    'Asks the service for events, so no tunnel to this machine is needed. Each is signed like a webhook, with a',
    'secret of this profile: give it to your application as its webhook secret while you develop.',
    'An event is sent once; send it again with: goodword events resend <eventId> --forward-to <url>',
    'Ctrl-C ends it, with the exit code 130.',
  ].join('\n'),
  async run(input, terminal) {
    const profile = await openProfile(input, terminal)
    if (input.isSet('print-secret')) {
      await terminal.write(input.isJson ? safeJson({ secret: profile.webhookSecret }) : profile.webhookSecret)
      return undefined
    }
    const forwardTo = input.text('forward-to')
    const target = forwardTo === undefined ? null : targetOf(forwardTo)
    const types = eventTypesOf(input.text('events'))
    const most = numberOf('--count', input.text('count') ?? String(MAX_EVENTS), 1, MAX_EVENTS)
    if (input.isSet('resume') && input.isSet('from-start')) {
      throw new UsageError('--resume and --from-start contradict each other.')
    }
    const signal = terminal.interruption()
    try {
      const cursor = await startOf(profile, input.isSet('resume'), input.isSet('from-start'), signal)
      await announce(terminal, profile, target)
      let seen = 0
      const onOutage = outageNotice(terminal, profile.url)
      // No page has more than are wanted: the rest would be missed by the next `--resume`.
      const pageSize = () => most - seen
      for await (const page of followFeed(profile.client, { cursor, signal, pageSize, onOutage })) {
        for (const event of page.events.filter(({ type }) => types === null || types.has(type))) {
          const sent = target === null ? null : await forward(event, target, profile.webhookSecret, signal)
          await terminal.write(input.isJson ? jsonLine(event, sent) : line(terminal, event, sent))
          seen += 1
        }
        await keep(terminal, profile, page.cursor)
        if (seen >= most) return undefined
      }
    } catch (error) {
      // Ctrl-C is how it ends: there is nothing to say of it.
      if (signal.aborted) return exitCodes.interrupted
      throw error
    }
    return undefined
  },
}

async function startOf(
  { client, cursor }: OpenProfile,
  isResumed: boolean,
  isFromStart: boolean,
  signal: AbortSignal,
): Promise<string | null> {
  if (isFromStart) return null
  return isResumed && cursor !== null ? cursor : newestCursor(client, signal)
}

async function announce(
  terminal: Terminal,
  { tenantAlias, url, webhookSecret }: OpenProfile,
  target: string | null,
): Promise<void> {
  const where = target === null ? '' : `, forwarded to ${target}`
  terminal.note(`Listening to the events of ${tenantAlias} at ${url}${where}. Ctrl-C ends it.`)
  if (target === null) return
  terminal.note(`Signing secret: ${webhookSecret}`)
  const fault = await faultOfTarget(target)
  if (fault === null) return
  const advice = 'Each event is tried all the same: start your application, or correct the URL.'
  terminal.note(terminal.paint('yellow', safeText(`${target} cannot be reached: ${fault}. ${advice}`)))
}

function outageNotice(terminal: Terminal, url: string): (failure: Error | null) => void {
  return (failure) => {
    const text = failure === null ? 'The service is back.' : `${url} is away: ${failure.message} Waiting …`
    terminal.note(terminal.paint('yellow', safeText(text)))
  }
}

function line(terminal: Terminal, event: EventEnvelope, sent: Forwarded | null): string {
  const time = new Date().toTimeString().slice(0, 8)
  const what = `${time}  ${safeText(event.type).padEnd(22)} ${safeText(subjectOf(event))}  ${safeText(event.id)}`
  if (sent === null) return what
  const outcome = sent.status === null ? `failed: ${safeText(sent.error ?? '')}` : String(sent.status)
  return `${terminal.paint(isDelivered(sent) ? 'green' : 'red', outcome)} (${sent.durationMs} ms)  ${what}`
}

function jsonLine(event: EventEnvelope, sent: Forwarded | null): string {
  return safeJson(sent === null ? event : { eventId: event.id, type: event.type, ...sent })
}

/** Keeps how far it got, for `--resume`. */
async function keep({ env }: Terminal, { name }: OpenProfile, cursor: string): Promise<void> {
  if (name === null) return
  await changeProfiles(env, (stored) => {
    const profile = stored.profiles[name]
    if (profile === undefined) return stored
    return { ...stored, profiles: { ...stored.profiles, [name]: { ...profile, cursor } } }
  })
}

const CONNECT_MS = 2000

/** The URL that `--forward-to` means: a host or a port of this machine may stand alone. */
export function targetOf(text: string): string {
  const local = /^:?(\d{1,5})(?=$|[/?])/.exec(text)
  const address = local === null ? text : `127.0.0.1:${local[1]}${text.slice(local[0].length)}`
  const url = /^https?:\/\//.test(address) ? address : `http://${address}`
  if (URL.canParse(url)) return url
  throw new UsageError('--forward-to takes a URL, such as http://127.0.0.1:3000/goodword/events.')
}

/** Why no connection to the host of a URL comes about now; null if one does. Nothing is sent. */
export function faultOfTarget(url: string): Promise<string | null> {
  const { hostname, port, protocol } = new URL(url)
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  const socket = connect({
    host,
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    timeout: CONNECT_MS,
  })
  return new Promise((resolve) => {
    const end = (fault: string | null) => {
      socket.destroy()
      resolve(fault)
    }
    socket.once('connect', () => end(null)).once('timeout', () => end(`${host} does not answer`))
    socket.once('error', (error) => end(reasonOf(error, host)))
  })
}

function reasonOf(error: NodeJS.ErrnoException, host: string): string {
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') return `there is no host ${host}`
  return error.code === 'ECONNREFUSED' ? 'nothing listens there' : String(error.code ?? error.message)
}
