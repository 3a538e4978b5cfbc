import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, type Client, type Import, importKinds, importMappings } from '@goodword/client'
import { type Command, CommandError, exitCodes, Interrupted, UsageError, wordOf } from '../command.ts'
import { type OpenProfile, openProfile } from '../profiles/open-profile.ts'
import { firstOf } from '../terminal/first-of.ts'
import { printRecord } from '../terminal/print.ts'
import { safeText } from '../terminal/safe-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

const LOOK_EVERY_MS = 500
const SHOWN_ERRORS = 20

export const importCommand: Command = {
  positionals: ['kind', 'file?'],
  options: {
    'dry-run': { summary: 'Check every row, and store nothing.' },
    mapping: {
      value: '<product>',
      summary: `The product that the file is from: ${importMappings.join(', ')}.`,
    },
    'date-format': { value: '<format>', summary: 'How the file writes dates, such as DD.MM.YYYY.' },
    resume: {
      value: '<importId>',
      summary: 'Follow an import whose file the service has already, without a file.',
    },
  },
  help: `The kind is one of ${importKinds.join(', ')}; the file is CSV or NDJSON. The same file again changes nothing.`,
  async run(input, terminal) {
    const kind = wordOf('<kind>', importKinds, input.required('kind'))
    const begun = input.text('resume')
    const profile = await openProfile(input, terminal)
    const signal = terminal.interruption()
    const query = {
      kind,
      ...(input.isSet('dry-run') ? { dryRun: 'true' } : {}),
      ...optional('mapping', mappingOf(input.text('mapping'))),
      ...optional('dateFormat', input.text('date-format')),
    }
    const id = begun ?? (await send(profile, resolve(terminal.folder, input.required('file')), query, signal))
    try {
      const done = await finished(profile.client, id, terminal, signal)
      await showErrors(profile.client, done, terminal)
      await printRecord(input, terminal, done, [
        ['Import', `${done.id}${done.dryRun ? ', only checked' : ''}`],
        ['Rows', done.rows],
        ['Created', done.created],
        ['Updated', done.updated],
        ['Unchanged', done.unchanged],
        ['Rejected', done.rejected],
        ['Ignored columns', done.ignoredColumns.join(', ') || null],
      ])
      return done.state === 'FAILED' || done.rejected > 0 ? exitCodes.refused : exitCodes.done
    } catch (error) {
      if (!signal.aborted) throw error
      throw new Interrupted(
        `Interrupted; the service goes on. Follow it with: goodword import ${kind} --resume ${id}`,
      )
    }
  },
}

function mappingOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : wordOf('--mapping', importMappings, text)
}

function optional(name: string, value: string | undefined): Readonly<Record<string, string>> {
  return value === undefined ? {} : { [name]: value }
}

/** Sends the file as a stream, which the client does not: it may be larger than the memory. Resolves with the import's ID. */
async function send(
  { url, tenantAlias, apiKey }: OpenProfile,
  file: string,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string> {
  const contentType = contentTypeOf(file)
  const size = await sizeOf(file)
  const address = new URL(`${url.replace(/[/]$/, '')}/api/v1/${tenantAlias}/imports`)
  for (const [name, value] of Object.entries({ ...query, fileName: basename(file) }))
    address.searchParams.set(name, value)
  let response: Response
  try {
    response = await fetch(address, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${apiKey}:`)}`,
        'content-type': contentType,
        'content-length': String(size),
      },
      body: Readable.toWeb(createReadStream(file)) as ReadableStream,
      duplex: 'half',
      redirect: 'manual',
      signal,
    } as RequestInit)
  } catch {
    signal.throwIfAborted()
    throw new ApiError({
      code: 'NO_ANSWER',
      message: 'The service could not be reached, or did not take the file.',
    })
  }
  const body: unknown = await response.json().catch(() => null)
  const { id, apiErrorCode, message, requestId = null } = Object(body)
  if (response.status === 202 && typeof id === 'string') return id
  if (typeof apiErrorCode === 'string' && typeof message === 'string') {
    throw new ApiError({ code: apiErrorCode, message, status: response.status, requestId })
  }
  const foreign = `The response with status ${response.status} is not from the API.`
  throw new ApiError({ code: 'FOREIGN_ANSWER', message: foreign, status: response.status })
}

async function finished(
  client: Client,
  id: string,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Import> {
  for (;;) {
    const reading = await client.readImport({ params: { importId: id }, signal })
    if (reading.state === 'DONE' || reading.state === 'FAILED') return reading
    terminal.progress(`${reading.rows} rows ${reading.dryRun ? 'checked' : 'imported'} …`)
    await pause(LOOK_EVERY_MS, undefined, { signal })
  }
}

async function showErrors(
  client: Client,
  { id, rejected, failure }: Import,
  terminal: Terminal,
): Promise<void> {
  if (rejected > 0) {
    const errors = client.listImportErrors({ params: { importId: id }, query: { limit: SHOWN_ERRORS } })
    for await (const { line, field, message } of firstOf(errors, SHOWN_ERRORS)) {
      terminal.note(safeText(`line ${line}${field === null ? '' : `, ${field}`}: ${message}`))
    }
    if (rejected > SHOWN_ERRORS) terminal.note(`… and ${rejected - SHOWN_ERRORS} more rows were rejected.`)
    const { downloadUrl } = await client.readRejectedRows({ params: { importId: id } })
    if (downloadUrl !== null) terminal.note(safeText(`The rejected rows, to be corrected: ${downloadUrl}`))
  }
  if (failure !== null) terminal.note(safeText(failure))
}

function contentTypeOf(file: string): string {
  if (file.endsWith('.csv')) return 'text/csv'
  if (file.endsWith('.ndjson') || file.endsWith('.jsonl')) return 'application/x-ndjson'
  throw new UsageError('The name of the file must end with .csv, .ndjson or .jsonl.')
}

async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file)
    if (found.isFile()) return found.size
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${Object(error).code}).`)
  }
  throw new CommandError(`${file} is not a file.`)
}
