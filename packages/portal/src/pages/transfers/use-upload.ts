import { ApiError, type Import } from '@goodword/client'
import type { ImportKind, ImportMapping } from '@goodword/domain/files/import'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { failureOf } from '../../api/portal-call.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { withSignIn } from '../../api/with-sign-in.ts'

/** The files that were checked since the page was loaded, by the dry run: the service deletes its copy. */
const checkedFiles = new Map<string, ImportFile>()

export function checkedFile(importId: string): ImportFile | null {
  return checkedFiles.get(importId) ?? null
}

/** Uploads a file: `upload.mutate({ file, kind, mapping, isDryRun: true })`; `part` is how much of it is sent. */
export function useUpload(onSuccess: (created: Import) => void) {
  const tenantAlias = useTenantAlias()
  const queries = useQueryClient()
  const [part, setPart] = useState(0)
  const upload = useMutation({
    mutationFn: (input: ImportFile & { readonly isDryRun: boolean }) => {
      return withSignIn(() => {
        setPart(0)
        return uploadImport({ ...input, tenantAlias, onProgress: setPart })
      })
    },
    onSuccess: async (created, { file, kind, mapping, dateFormat, isDryRun }) => {
      if (isDryRun) checkedFiles.set(created.id, { file, kind, mapping, dateFormat })
      onSuccess(created)
      await queries.invalidateQueries({ queryKey: [tenantAlias] })
    },
  })
  useEffect(() => {
    if (!upload.isPending) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [upload.isPending])
  return { ...upload, part }
}

type ImportFile = {
  readonly file: File
  readonly kind: ImportKind
  /** Null for the columns of the API. */
  readonly mapping: ImportMapping | null
  /** Null for milliseconds and ISO 8601. */
  readonly dateFormat: string | null
}

type Upload = ImportFile & {
  readonly tenantAlias: string
  readonly isDryRun: boolean
  /** Called with the part that is sent, from 0 to 1. */
  readonly onProgress: (part: number) => void
}

/**
 * Sends a file as it is, without reading it into memory, and says how far that is.
 *
 * @throws ApiError as the client of the API does
 */
function uploadImport(upload: Upload): Promise<Import> {
  const { tenantAlias, file, kind, mapping, dateFormat, isDryRun, onProgress } = upload
  const query = new URLSearchParams({ kind, dryRun: String(isDryRun) })
  if (mapping !== null) query.set('mapping', mapping)
  if (dateFormat !== null) query.set('dateFormat', dateFormat)
  const name = nameOf(file)
  if (name !== '') query.set('fileName', name)
  // `fetch` does not say how much of a body is sent.
  const request = new XMLHttpRequest()
  return new Promise((done, failed) => {
    request.open('POST', `/api/v1/${tenantAlias}/imports?${query}`)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Content-Type', contentTypeOf(file.name))
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total)
    request.onload = () => {
      const answer = answerOf(request.responseText)
      if (request.status === 202 && answer !== null) done(answer as Import)
      else failed(failureOf(answer, request.status, (name) => request.getResponseHeader(name)))
    }
    request.onerror = () =>
      failed(new ApiError({ code: 'NO_ANSWER', message: 'The service could not be reached.' }))
    request.send(file)
  })
}

const MAX_NAME = 255

/** The name of a file as the service takes it: some systems allow more. */
function nameOf({ name }: File): string {
  const plain = name
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
  return [...plain].slice(0, MAX_NAME).join('')
}

function contentTypeOf(fileName: string): 'text/csv' | 'application/x-ndjson' {
  return /\.(?:ndjson|jsonl|json)$/i.test(fileName) ? 'application/x-ndjson' : 'text/csv'
}

function answerOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
