import { useMutation } from '@tanstack/react-query'
import { callOperation } from '../../api/client.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { withSignIn } from '../../api/with-sign-in.ts'
import { Button } from '../../components/button.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { download } from '../../components/save-file.ts'

/** Downloads the rejected rows of an import as a file to be corrected. */
export function RejectedFile({ importId }: { readonly importId: string }) {
  const tenantAlias = useTenantAlias()
  const asked = useMutation({
    mutationFn: () =>
      withSignIn(() => callOperation(tenantAlias, 'readRejectedRows', { params: { importId } })),
    onSuccess: ({ downloadUrl }) => {
      if (downloadUrl !== null) download(downloadUrl)
    },
  })
  return (
    <div className="flex flex-col items-start gap-2">
      <Button isBusy={asked.isPending} onClick={() => asked.mutate()}>
        Download rejected rows
      </Button>
      <p className="text-xs text-soft" role="status">
        {textOf(asked.data)}
      </p>
      {asked.isError && <ErrorState error={asked.error} onRetry={() => asked.mutate()} />}
    </div>
  )
}

type Answer = { readonly downloadUrl: string | null; readonly rows: number; readonly rejected: number }

function textOf(found: Answer | undefined): string {
  if (found?.downloadUrl === null) {
    return 'No rejected rows are kept: they were too long, or a person was erased since the file was sent. Correct them in your own file.'
  }
  if (found !== undefined && found.rows < found.rejected) {
    return `The file has ${found.rows.toLocaleString()} of ${found.rejected.toLocaleString()} rejected rows. Correct the others in your own file.`
  }
  return 'The file has the columns of yours, and the reason as its last one. Correct the rows and import it as it is: the reasons are ignored.'
}
