import type { User } from '@goodword/client'
import { useOperation } from '../../api/use-operation.ts'
import { NewTabLink } from '../../components/new-tab-link.tsx'
import { Section } from '../../components/page.tsx'
import { mailKindNames } from '../../format/mail-words.ts'

/** Which e-mails a person wants. Staff read it and cannot change it. */
export function MailPreferencesSection({ user: { accountId, id: userId, email } }: { readonly user: User }) {
  const preferences = useOperation('readMailPreferences', { params: { accountId, userId } })
  if (preferences.data === undefined || email === null) return null
  const { subscribed, kinds } = preferences.data
  if (subscribed === null) return <Unconfirmed />
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

/** Anyone can report an address for anyone by a page, so nothing is sent to it. */
function Unconfirmed() {
  return (
    <Section title="E-mails">
      <p>Gets no e-mails, and no link to sign in: your server has not confirmed the address.</p>
      <p className="mt-1 text-xs text-soft">
        Only a page of yours reported it, without a signature. Your server confirms it by naming the person (
        <NewTabLink href="/docs/reference/operations#upsertuser">POST user</NewTabLink>), or signs the call of
        the page.
      </p>
    </Section>
  )
}
