import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ApiError } from '@goodword/client'
import { type Command, CommandError, type CommandInput, exitCodes, UsageError, wordOf } from '../command.ts'
import { type OpenProfile, openProfile } from '../profiles/open-profile.ts'
import { safeJson, safeJsonLines, safeLines } from '../terminal/safe-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const TIME_LIMIT_MS = 60_000

export const api: Command = {
  positionals: ['method', 'path'],
  options: {
    data: { value: '<json>', summary: 'The body: JSON, @file, or - for standard input.' },
    'content-type': {
      value: '<type>',
      summary: 'What the body is, if not JSON, such as text/csv of an import.',
    },
    'idempotency-key': {
      value: '<key>',
      summary: 'Names the request, so that a repeat of it does not act again.',
    },
  },
  help: [
    'The path is that of the API reference, below the program: goodword api GET "/referrals?limit=5"',
    'The answer is printed as it is, also when it refuses; the exit code is 0 for a status of 200 to 299, 69 when the service is',
    'away, and otherwise 1. Redirects are not followed, and the key is sent to the service of the profile alone.',
  ].join('\n'),
  async run(input, terminal) {
    const method = wordOf('<method>', methods, input.required('method').toUpperCase())
    const profile = await openProfile(input, terminal)
    const url = urlOf(profile, input.required('path'))
    const type = input.text('content-type') ?? 'application/json'
    const body = await bodyOf(input, terminal, type)
    if (body !== null && method === 'GET') throw new UsageError('A request by GET has no --data.')
    const key = input.text('idempotency-key')
    const headers = {
      accept: 'application/json',
      authorization: `Basic ${btoa(`${profile.apiKey}:`)}`,
      ...(body === null ? {} : { 'content-type': type }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    }
    const { status, text } = await answerOf(url, { method, headers, body }, terminal.interruption())
    await print(input, terminal, text)
    if (status >= 200 && status < 300) return exitCodes.done
    terminal.note(`The status is ${status}.`)
    return [502, 503, 504].includes(status) ? exitCodes.unreachable : exitCodes.refused
  },
}

/** @throws UsageError for a path that leads away from the program */
function urlOf({ url, tenantAlias }: OpenProfile, path: string): string {
  const base = `${url}/api/v1/${tenantAlias}/`
  const own = new URL(base).pathname
  // The path of the whole address, which the documentation shows as well, means the same.
  const below = path.startsWith(own) ? path.slice(own.length) : path.replace(/^[/]/, '')
  const whole = `${base}${below}`
  const parsed = URL.canParse(whole) ? new URL(whole) : null
  if (parsed?.href.startsWith(new URL(base).href) && !/^(?:[/\\]|\w+:)/.test(below) && below !== '') {
    parsed.hash = ''
    return parsed.href
  }
  throw new UsageError('<path> is a path below the program, such as "/referrals?limit=5".')
}

async function bodyOf(input: CommandInput, terminal: Terminal, type: string): Promise<string | null> {
  const data = input.text('data')
  if (data === undefined) return null
  const text = data === '-' ? await terminal.readInput() : await textOf(data, terminal.folder)
  if (type === 'application/json') {
    try {
      JSON.parse(text)
    } catch (error) {
      throw new UsageError(`The body is no valid JSON: ${error instanceof Error ? error.message : error}.`)
    }
  }
  return text
}

async function textOf(data: string, folder: string): Promise<string> {
  if (!data.startsWith('@')) return data
  const file = resolve(folder, data.slice(1))
  return readFile(file, 'utf8').catch((error) => {
    throw new CommandError(`${file} cannot be read (${Object(error).code ?? error}).`)
  })
}

type Sent = {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | null
}

async function answerOf(url: string, sent: Sent, signal: AbortSignal) {
  const limit = AbortSignal.timeout(TIME_LIMIT_MS)
  try {
    const response = await fetch(url, {
      ...sent,
      // A redirect followed would send the key to another server.
      redirect: 'manual',
      signal: AbortSignal.any([signal, limit]),
    })
    return { status: response.status, text: await response.text() }
  } catch (cause) {
    signal.throwIfAborted()
    const message = limit.aborted
      ? `The service did not answer within ${TIME_LIMIT_MS / 1000} s.`
      : 'The service could not be reached, or its response was incomplete.'
    throw new ApiError({ code: 'NO_ANSWER', message, cause })
  }
}

/** JSON on a screen has lines; other content, such as a file, is printed unchanged. */
async function print({ isJson }: CommandInput, terminal: Terminal, text: string): Promise<void> {
  if (text === '') return
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return terminal.write(safeLines(text.replace(/\n$/, '')))
  }
  return terminal.write(isJson || terminal.columns === null ? safeJson(value) : safeJsonLines(value))
}
