import type { EmailSettings } from '@goodword/client'
import type { MailKind } from '@goodword/domain/outbound/mail'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callOperation } from '../../api/client.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { readWithSignIn } from '../../api/with-sign-in.ts'
import { HtmlFrame } from '../../components/texts/preview-frame.tsx'
import { TextSkeleton } from '../../components/texts/skeleton.tsx'
import { useRole } from '../../session/use-session.ts'
import { NoPreview, useSettled } from '../program/previews.tsx'

type EmailPreviewProps = { readonly emails: EmailSettings; readonly kind: MailKind }

/** The preview shows no addresses, so those of the form may be incomplete. */
const ANY_ADDRESS = 'preview@example.com'

/** An e-mail as it would be sent with the settings of the form, saved or not, to a made-up person. */
export function EmailPreview(props: EmailPreviewProps) {
  const { canWrite } = useRole()
  if (canWrite) return <RenderedEmail {...props} />
  return <p className="text-soft">Only owners and admins of the team can preview e-mails.</p>
}

function RenderedEmail({ emails, kind }: EmailPreviewProps) {
  const tenantAlias = useTenantAlias()
  const settled = useSettled(emails)
  const { language, texts, expiryNoticeDays } = settled
  const body = {
    kind,
    language,
    emails: {
      fromAddress: ANY_ADDRESS,
      language,
      texts,
      ...(Number.isNaN(expiryNoticeDays) ? {} : { expiryNoticeDays }),
    },
  }
  const mail = useQuery({
    queryKey: [tenantAlias, 'previewMail', body],
    queryFn: () => readWithSignIn(() => callOperation(tenantAlias, 'previewMail', { body })),
    placeholderData: keepPreviousData,
  })
  if (mail.isError) return <NoPreview error={mail.error} />
  if (mail.data === undefined) return <TextSkeleton label="Preview of the e-mail" lines={8} />
  return (
    <article aria-label="Preview of the e-mail" lang={mail.data.language} className="flex flex-col gap-3">
      <p className="font-semibold break-words">{mail.data.subject}</p>
      <HtmlFrame src="/portal/mail-preview" title="The e-mail as HTML" html={mail.data.html} />
      <p className="text-xs text-soft">
        With a made-up friend. Programs that show no HTML show this plain text:
      </p>
      <pre className="rounded-lg border border-line p-4 font-sans break-words whitespace-pre-wrap">
        {mail.data.text}
      </pre>
    </article>
  )
}
