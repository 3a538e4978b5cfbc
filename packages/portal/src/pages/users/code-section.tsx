import { ApiError, type User } from '@goodword/client'
import { useState } from 'react'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { CopyField } from '../../components/fields/copy-field.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { Section } from '../../components/page.tsx'
import { Badge } from '../../components/texts/badge.tsx'
import { useRole } from '../../session/use-session.ts'

/** The code with which a user invites friends, and the link with it. */
export function CodeSection({
  user: { id: userId, accountId, referralCode: code, shareLinks, dateBlocked },
}: {
  readonly user: User
}) {
  const { canWrite } = useRole()
  const [isAsking, setIsAsking] = useState(false)
  const showToast = useToast()
  const found = useOperation('lookUpCode', { params: { code } })
  const isOff = found.error instanceof ApiError && found.error.code === 'REFERRAL_CODE_NOT_FOUND'
  const update = useMutationOf('updateCode', {
    onSuccess: ({ disabled }) => {
      setIsAsking(false)
      showToast({
        text: disabled ? 'The code was disabled.' : 'The code was enabled.',
        onUndo: () => update.mutate({ params: { code }, body: { disabled: !disabled } }),
      })
    },
  })
  const enable = () => update.mutate({ params: { code }, body: { disabled: false } })
  return (
    <Section
      title="Referral code"
      actions={
        canWrite &&
        dateBlocked === null &&
        (isOff ? (
          <Button onClick={enable} isBusy={update.isPending}>
            Enable the code
          </Button>
        ) : (
          <Button onClick={() => setIsAsking(true)}>Disable the code</Button>
        ))
      }
    >
      <div className="flex flex-col gap-4">
        <CopyField label="Code" value={code} />
        <CopyField label="Share link" value={shareLinks.direct} />
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          {(['png', 'svg'] as const).map((format) => (
            <a
              key={format}
              href={`${shareLinks.direct}/qr.${format}?download&size=1000`}
              className="text-link underline"
            >
              QR code as {format.toUpperCase()}
            </a>
          ))}
        </p>
        <FormerCodes accountId={accountId} userId={userId} />
        {isOff && (
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone="warning">Not in use</Badge> New friends cannot use it:{' '}
            {dateBlocked === null
              ? 'it is disabled or expired, or the program is off.'
              : 'the account is blocked.'}
          </p>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Disable the code ${code}?`}
        action="Disable the code"
        onConfirm={() => update.mutate({ params: { code }, body: { disabled: true } })}
        isBusy={update.isPending}
        error={update.error}
      >
        <p>
          Share links with it lead to the fallback page, and new friends who enter it are not attributed.
          Referrals and rewards that exist are kept. You can enable it again.
        </p>
      </ConfirmDialog>
    </Section>
  )
}

/** The codes that the person had before; links with them still lead to the same person. */
function FormerCodes({ accountId, userId }: { readonly accountId: string; readonly userId: string }) {
  const { data } = useOperation('listCodes', { params: { accountId, userId } })
  const former = data?.codes.filter((it) => !it.current) ?? []
  if (former.length === 0) return null
  return (
    <div>
      <h3 className="font-medium">Former codes</h3>
      <p className="text-xs text-soft">They keep working, and attribute friends to this person.</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {former.map((it) => (
          <li key={it.code} className="flex items-center gap-1">
            <code className="break-all rounded-md bg-hover px-2 py-1">{it.code}</code>
            {it.disabled && <Badge tone="warning">Disabled</Badge>}
          </li>
        ))}
      </ul>
    </div>
  )
}
