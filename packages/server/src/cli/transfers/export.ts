import { resolve } from 'node:path'
import { exportFormats, exportKinds } from '@goodword/domain/files/export'
import { LAST_TIME } from '@goodword/domain/values/last-time'
import { writeExportFile } from '../../files/exports/write-export-file.ts'
import { type Command, readArguments, UsageError } from '../command.ts'
import { inSession } from '../session.ts'

export const exportCommand: Command = {
  name: 'export',
  parameters: '<alias> <kind> <file> [--format csv|ndjson] [--from <ms>] [--to <ms>]',
  summary: `Write the records of a tenant to a new file. The kind is one of ${exportKinds.join(', ')}; the times are those of their creation.`,
  async run(args, terminal) {
    const { positionals, options } = readArguments(args, ['alias', 'kind', 'file'], ['format', 'from', 'to'])
    const [alias = '', kind = '', file = ''] = positionals
    const selection = {
      kind: wordOf('<kind>', exportKinds, kind),
      format: wordOf('--format', exportFormats, options.format ?? 'csv'),
      from: timeOf('--from', options.from),
      to: timeOf('--to', options.to),
    }
    return {
      answer: await inSession(terminal, (ctx) => writeExportFile(ctx, alias, selection, resolve(file))),
    }
  },
}

function wordOf<Word extends string>(name: string, words: readonly Word[], text: string): Word {
  const word = words.find((it) => it === text)
  if (word === undefined) throw new UsageError(`${name} takes one of ${words.join(', ')}.`)
  return word
}

function timeOf(name: string, text: string | undefined): number | null {
  if (text === undefined) return null
  const time = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (time <= LAST_TIME) return time
  throw new UsageError(`${name} takes a time in milliseconds since the epoch, such as 1780000000000.`)
}
