import { createWriteStream } from 'node:fs'
import { rename, stat, unlink } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, type Export, type ExportRequest, exportFormats, exportKinds } from '@goodword/client'
import { type Command, CommandError, Interrupted, UsageError, wordOf } from '../command.ts'
import { openProfile } from '../profiles/open-profile.ts'
import { printRecord } from '../terminal/print.ts'
import type { Terminal } from '../terminal/terminal.ts'

const LOOK_EVERY_MS = 500

export const exportCommand: Command = {
  positionals: ['kind'],
  options: {
    format: { value: '<format>', summary: 'csv (default) or ndjson.' },
    to: { value: '<file>', summary: 'The file, such as users.csv; <kind>.<format> without it.' },
    from: {
      value: '<date>',
      summary: 'Only records created since, such as 2026-03-01 or 2026-03-01T12:00Z.',
    },
    until: { value: '<date>', summary: 'Only records created until then.' },
    resume: { value: '<exportId>', summary: 'Go on with an export that was interrupted.' },
    force: { summary: 'Replace a file of that name.' },
  },
  help: `The kind is one of ${exportKinds.join(', ')}. The file is complete when it has its name; until then it is <file>.part.`,
  async run(input, terminal) {
    const kind = wordOf('<kind>', exportKinds, input.required('kind'))
    const format = wordOf('--format', exportFormats, input.text('format') ?? 'csv')
    const file = resolve(terminal.folder, input.text('to') ?? `${kind}.${format}`)
    const period = { from: timeOf('--from', input.text('from')), to: timeOf('--until', input.text('until')) }
    if (!input.isSet('force') && (await sizeOf(file)) !== null) {
      throw new CommandError(`${file} exists. Name another file with --to, or replace it with --force.`)
    }
    if ((await sizeOf(dirname(file))) === null)
      throw new CommandError(`${dirname(file)} is no folder. Make it first.`)
    const { client } = await openProfile(input, terminal)
    const signal = terminal.interruption()
    const begun = input.text('resume')
    const { id } =
      begun === undefined
        ? await client.createExport({ body: request(kind, format, period), signal })
        : { id: begun }
    try {
      const done = await finished(client, id, terminal, signal)
      if (done.kind !== kind || done.format !== format) {
        throw new UsageError(`The export ${id} has ${done.kind} as ${done.format}.`)
      }
      const part = `${file}.${id}.part`
      await download(done, part, terminal, signal)
      await rename(part, file)
      await printRecord(input, terminal, { exportId: id, kind, rows: done.rows, bytes: done.bytes, file }, [
        ['Records', done.rows],
        ['Bytes', done.bytes],
        ['File', file],
      ])
    } catch (error) {
      if (!signal.aborted) throw error
      throw new Interrupted(`Interrupted. Go on with: goodword export ${kind} --resume ${id}`)
    }
    return undefined
  },
}

function request(
  kind: ExportRequest['kind'],
  format: ExportRequest['format'],
  { from, to }: { readonly from: number | null; readonly to: number | null },
): ExportRequest {
  return { kind, format, ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) }
}

async function finished(
  client: Client,
  id: string,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Export> {
  for (;;) {
    const reading = await client.readExport({ params: { exportId: id }, signal })
    if (reading.state === 'DONE') return reading
    if (reading.state === 'FAILED')
      throw new CommandError('The service could not write the file. Export it again.')
    terminal.progress(`${reading.rows} records written …`)
    await pause(LOOK_EVERY_MS, undefined, { signal })
  }
}

/** Loads the file, after what an interrupted download left of it. */
async function download(done: Export, part: string, terminal: Terminal, signal: AbortSignal): Promise<void> {
  const { downloadUrl, bytes } = done
  if (downloadUrl === null || !/^https?:/.test(downloadUrl)) {
    throw new CommandError('The service gave no address of the file. Export it again.')
  }
  const present = (await sizeOf(part)) ?? 0
  if (present > bytes) await unlink(part)
  const start = present > bytes ? 0 : present
  if (start < bytes || bytes === 0) {
    const headers: Record<string, string> = start === 0 ? {} : { range: `bytes=${start}-` }
    const response = await fetch(downloadUrl, { headers, signal })
    const isRest = response.status === 206
    if (!response.ok || response.body === null) {
      throw new CommandError(`The file could not be loaded (status ${response.status}). Export it again.`)
    }
    const counted = countBytes(isRest ? start : 0, bytes, terminal)
    await pipeline(
      Readable.fromWeb(response.body),
      counted,
      createWriteStream(part, isRest ? { flags: 'a' } : {}),
      {
        signal,
      },
    )
  }
  const size = await sizeOf(part)
  if (size !== bytes)
    throw new CommandError(`The file has ${size} of ${bytes} bytes. Go on with --resume ${done.id}`)
}

function countBytes(start: number, total: number, terminal: Terminal): Transform {
  let loaded = start
  return new Transform({
    transform(piece: Buffer, _encoding, next) {
      loaded += piece.length
      terminal.progress(`${Math.floor((100 * loaded) / Math.max(total, 1))} % loaded …`)
      next(null, piece)
    },
  })
}

function timeOf(option: string, text: string | undefined): number | null {
  if (text === undefined) return null
  const ms = /^\d{10,15}$/.test(text) ? Number(text) : Date.parse(text)
  if (Number.isFinite(ms)) return ms
  throw new UsageError(
    `${option} takes a date such as 2026-03-01, a time such as 2026-03-01T12:00Z, or milliseconds.`,
  )
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size
  } catch {
    return null
  }
}
