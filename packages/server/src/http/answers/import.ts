import type { Import } from '@goodword/contract/import'
import type { ImportReading } from '../../operations/files/imports/read-imports.ts'

export function importAnswer({
  isDryRun,
  createdAt,
  finishedAt,
  done: _done,
  ignoredColumns,
  ...reading
}: ImportReading): Import {
  return {
    ...reading,
    ignoredColumns: [...ignoredColumns],
    dryRun: isDryRun,
    dateCreated: createdAt,
    dateFinished: finishedAt,
  }
}
