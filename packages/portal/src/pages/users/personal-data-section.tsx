import type { User } from '@goodword/client'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callOperation } from '../../api/client.ts'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { withSignIn } from '../../api/with-sign-in.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { Section } from '../../components/page.tsx'
import { saveFile } from '../../components/save-file.ts'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { personName } from '../../format/person-name.ts'
import { useRole } from '../../session/use-session.ts'

/** Serves requests of a person about their data: a file with all of it, and its erasure. */
export function PersonalDataSection({ user }: { readonly user: User }) {
  const { canWrite } = useRole()
  const [isAsking, setIsAsking] = useState(false)
  const file = useDataFile(user)
  const showToast = useToast()
  const navigate = useNavigate()
  const tenantAlias = useTenantAlias()
  const erase = useMutationOf('eraseUser', {
    onSuccess: () => {
      showToast({ text: 'The person is being erased. It takes some minutes.' })
      void navigate({ to: '/$tenantAlias/users', params: { tenantAlias } })
    },
  })
  if (!canWrite) return null
  const { accountId, id: userId } = user
  return (
    <Section title="Personal data">
      <p className="text-soft">If this person asks what you have stored about them, or wants it erased.</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={file.save} isBusy={file.isBusy}>
          Download all data
        </Button>
        <Button onClick={() => setIsAsking(true)}>Erase the person</Button>
      </div>
      {file.error !== null && <ErrorState error={file.error} onRetry={file.save} />}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Erase ${personName(user)}?`}
        action="Erase the person"
        typed={userId}
        onConfirm={() => erase.mutate({ params: { accountId, userId } })}
        isBusy={erase.isPending}
        error={erase.error}
      >
        <p>
          Names, e-mail address, IDs and referral codes are erased everywhere: in referrals, events, clicks,
          e-mails, webhooks and imported files. Amounts, states and dates stay, without saying whose they
          were.
        </p>
        <p>
          It cannot be undone. Later calls of your system that name this person are refused until you readmit
          them.
        </p>
      </ConfirmDialog>
    </Section>
  )
}

/** All pages of a person's stored data, saved as one JSON file by the browser. */
function useDataFile({ accountId, id: userId }: User) {
  const tenantAlias = useTenantAlias()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function load(): Promise<readonly unknown[]> {
    const pages: unknown[] = []
    let cursor: string | null = null
    do {
      const query: { readonly readable: 'true'; readonly cursor?: string } = {
        readable: 'true',
        ...(cursor === null ? {} : { cursor }),
      }
      const page = await withSignIn(() =>
        callOperation(tenantAlias, 'readUserData', { params: { accountId, userId }, query }),
      )
      pages.push(page)
      cursor = page.nextCursor
    } while (cursor !== null)
    return pages
  }

  async function save(): Promise<void> {
    setIsBusy(true)
    setError(null)
    try {
      saveFile(`data-of-${userId}.json`, 'application/json', JSON.stringify(await load(), null, 2))
    } catch (failure) {
      setError(failure)
    } finally {
      setIsBusy(false)
    }
  }

  return { isBusy, error, save: () => void save() }
}
