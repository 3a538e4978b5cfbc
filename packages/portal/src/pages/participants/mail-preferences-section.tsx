import type { User } from '@goodword/client'
import { useOperation } from '../../api/use-operation.ts'
import { Section } from '../../components/page.tsx'
import { mailKindNames } from '../emails/mail-words.ts'

/** Which e-mails a person wants. Staff read it and cannot change it. */
export function MailPreferencesSection({ user: { accountId, id: userId } }: { readonly user: User }) {
  const preferences = useOperation('readMailPreferences', { params: { accountId, userId } })
  if (preferences.data === undefined || preferences.data.subscribed === null) return null
  const { subscribed, kinds } = preferences.data
  const unwanted = kinds.filter((it) => !it.wanted).map((it) => mailKindNames[it.kind])
  return (
    <Section title="E-mails">
      <p>
        {!subscribed
          ? 'Unsubscribed from all e-mails.'
          : unwanted.length === 0
            ? 'Wants every kind of e-mail.'
            : `Wants every kind of e-mail but these: ${unwanted.join(', ')}.`}
      </p>
      <p className="mt-1 text-xs text-soft">
        Only the person can change it, by the link in each e-mail or on your page.
      </p>
    </Section>
  )
}
