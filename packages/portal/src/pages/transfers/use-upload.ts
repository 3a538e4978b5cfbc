import type { Import } from '@goodword/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { withSignIn } from '../../api/with-sign-in.ts'
import { type ImportFile, uploadImport } from './upload-import.ts'

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
