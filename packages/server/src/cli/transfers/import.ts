import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Import } from '@goodword/contract/files/import'
import { importKinds, importMappings } from '@goodword/domain/files/import'
import { reportProgress } from '../../engine/foundation/progress.ts'
import { fileErrorCode } from '../../engine/secrets/private-file.ts'
import { noteImport } from '../../files/imports/note-import.ts'
import { readImport, readImportErrors } from '../../files/imports/read-imports.ts'
import { type ImportRequest, receiveImport } from '../../files/imports/receive-import.ts'
import type { Context } from '../../frame/context.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { runImportJob } from '../../jobs/run-import-job.ts'
import { type Command, readArguments, UsageError } from '../command.ts'
import { inSession } from '../session.ts'

export const importCommand: Command = {
  name: 'import',
  parameters: '<alias> <kind> <file> [--dry-run] [--mapping <product>] [--date-format <format>]',
  summary: `Import a CSV or NDJSON file. The kind is one of ${importKinds.join(', ')}, the product one of ${importMappings.join(', ')}. With --dry-run, only check the rows.`,
  async run(args, terminal) {
    const { positionals, options, flags } = readArguments(
      args,
      ['alias', 'kind', 'file'],
      ['mapping', 'date-format'],
      ['dry-run'],
    )
    const [alias = '', kind = '', path = ''] = positionals
    const file = resolve(path)
    const request: ImportRequest = {
      kind: wordOf('<kind>', importKinds, kind),
      format: formatOf(path),
      mapping: options.mapping === undefined ? null : wordOf('--mapping', importMappings, options.mapping),
      dateFormat: options['date-format'] ?? null,
      fileName: basename(file),
      isDryRun: flags['dry-run'],
    }
    const done = await inSession(terminal, (ctx) => importFile(ctx, alias, request, file, terminal.error))
    return { answer: done, failed: done.state === 'FAILED' }
  },
}

const LOOK_EVERY_MS = 200
const SHOWN_ERRORS = 20

type ImportedFile = ReturnType<typeof shownImport> & { readonly alias: string }

/** Sends the file as a request does, and imports it in this process unless the service does. */
async function importFile(
  ctx: Context,
  alias: string,
  request: ImportRequest,
  file: string,
  report: (line: string) => void,
): Promise<ImportedFile> {
  const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
  await requireFile(file)
  const { id } = await receiveImport(ctx, tenantId, request, createReadStream(file))
  await noteImport(ctx, tenantId, id, request)
  const progress = reportProgress(report, request.isDryRun ? 'Checked' : 'Imported', '% of the file')
  const reportRetry = (message: string) => report(`The import is tried again: ${message}`)
  let job: Promise<unknown> | null = null
  for (;;) {
    const { done, dateFinished, ...imported } = await readImport(ctx, tenantId, id)
    progress(Math.floor(100 * done), 100)
    if (dateFinished !== null) {
      await job
      const shown = shownImport(imported)
      await showErrors(ctx, tenantId, shown, report)
      return { alias, ...shown }
    }
    // Another run when this one ends, or when the service has given it up.
    job ??= runImportJob(ctx, tenantId, reportRetry).finally(() => {
      job = null
    })
    await pause(LOOK_EVERY_MS)
  }
}

function shownImport({ dryRun: isDryRun, dateCreated: _, ...answer }: Omit<Import, 'dateFinished'>) {
  const { id, kind, format, fileName, mapping, dateFormat, ...counts } = answer
  return { id, kind, format, fileName, mapping, dateFormat, isDryRun, ...counts }
}

async function requireFile(file: string): Promise<void> {
  try {
    await access(file, constants.R_OK)
    if (!(await stat(file)).isDirectory()) return
  } catch (cause) {
    throw new OperatorError(`${file} cannot be read (${fileErrorCode(cause)}).`, { cause })
  }
  throw new OperatorError(`${file} is not a file.`)
}

async function showErrors(
  ctx: Context,
  tenantId: Parameters<typeof readImport>[1],
  { id, rejected, failure }: Pick<Import, 'id' | 'rejected' | 'failure'>,
  report: (line: string) => void,
): Promise<void> {
  const page = { limit: SHOWN_ERRORS, cursor: null, countAll: false }
  const { rows } = await readImportErrors(ctx, tenantId, id, page)
  for (const { line, field, message } of rows) {
    report(`line ${line}${field === null ? '' : `, ${field}`}: ${message}`)
  }
  if (rejected > rows.length) report(`… and ${rejected - rows.length} more: GET imports/${id}/errors`)
  if (failure !== null) report(failure)
}

function formatOf(path: string): ImportRequest['format'] {
  if (path.endsWith('.csv')) return 'csv'
  if (path.endsWith('.ndjson') || path.endsWith('.jsonl')) return 'ndjson'
  throw new UsageError('The name of the file must end with .csv, .ndjson or .jsonl.')
}

function wordOf<Word extends string>(name: string, words: readonly Word[], text: string): Word {
  const word = words.find((it) => it === text)
  if (word === undefined) throw new UsageError(`${name} takes one of ${words.join(', ')}.`)
  return word
}
