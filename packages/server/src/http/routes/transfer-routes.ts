import { createExport } from '@goodword/contract/endpoints/create-export'
import { createImport } from '@goodword/contract/endpoints/create-import'
import { listExports } from '@goodword/contract/endpoints/list-exports'
import { listImportErrors } from '@goodword/contract/endpoints/list-import-errors'
import { listImports } from '@goodword/contract/endpoints/list-imports'
import { readExport } from '@goodword/contract/endpoints/read-export'
import { readImport } from '@goodword/contract/endpoints/read-import'
import { readRejectedRows } from '@goodword/contract/endpoints/read-rejected-rows'
import { handleCreateExport } from '../handlers/transfers/create-export.ts'
import { handleCreateImport } from '../handlers/transfers/create-import.ts'
import { handleListExports } from '../handlers/transfers/list-exports.ts'
import { handleListImportErrors } from '../handlers/transfers/list-import-errors.ts'
import { handleListImports } from '../handlers/transfers/list-imports.ts'
import { handleReadExport } from '../handlers/transfers/read-export.ts'
import { handleReadImport } from '../handlers/transfers/read-import.ts'
import { handleReadRejectedRows } from '../handlers/transfers/read-rejected-rows.ts'
import type { ServeEndpoint } from '../server/handler.ts'

/** Imports and exports. */
export function transferRoutes(serve: ServeEndpoint): void {
  serve(createExport, handleCreateExport)
  serve(listExports, handleListExports)
  serve(readExport, handleReadExport)
  serve(createImport, handleCreateImport)
  serve(listImports, handleListImports)
  serve(readImport, handleReadImport)
  serve(listImportErrors, handleListImportErrors)
  serve(readRejectedRows, handleReadRejectedRows)
}
