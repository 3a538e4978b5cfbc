import type { EmailSettings } from '@goodword/client'
import { isEndNotice, mailKinds, type UserMailKind } from '@goodword/domain/outbound/mail'
import { Checkbox } from '../../components/fields/checkbox.tsx'
import { NumberSetting } from '../../components/fields/number-field.tsx'
import { Switch } from '../../components/fields/switch.tsx'
import { TextField } from '../../components/fields/text-field.tsx'
import { Section } from '../../components/page.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { mailKindHints, mailKindNames } from '../../format/mail-words.ts'
import { useTenant } from '../../session/use-session.ts'
import type { SectionProps } from '../program/use-program-draft.ts'

/** The settings of e-mails when they are turned on; the preview shows them until then. */
export const startingSettings: EmailSettings = {
  fromAddress: '',
  // A reminder tells nothing new, so it is for the merchant to turn on.
  kinds: mailKinds.filter((it) => it !== 'SHARE_REMINDER'),
  fromName: null,
  replyTo: null,
  bounceAddress: null,
  language: 'en',
  expiryNoticeDays: 7,
  shareReminderDays: 30,
  includeUnverified: false,
  postalAddress: null,
  privacyPage: null,
  texts: {},
}

/** The e-mails for referrers and friends, and their sender. */
export function SendingSection({ program, change }: SectionProps) {
  const { emails } = program
  const isTest = useTenant()?.mode === 'test'
  const set = (fields: Partial<EmailSettings>) =>
    emails !== null && change({ emails: { ...emails, ...fields } })
  return (
    <Section title="Sending" isStack>
      {isTest && (
        <Notice kind="info" title="A test program sends nothing">
          Its e-mails are kept, so that you can read them.
        </Notice>
      )}
      <Switch
        label="Send e-mails"
        isOn={emails !== null}
        onChange={(isOn) =>
          change(isOn ? { emails: startingSettings } : { emails: null, invitations: 'OFF' })
        }
        hint="Takes effect when you save. Everybody can unsubscribe by a link in each e-mail."
      />
      {emails !== null && (
        <>
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1 font-medium">Kinds</legend>
            {mailKinds.map((kind) => (
              <Checkbox
                key={kind}
                label={mailKindNames[kind]}
                isChecked={emails.kinds.includes(kind)}
                onChange={(isOn) => set({ kinds: withKind(emails.kinds, kind, isOn) })}
                hint={mailKindHints[kind]}
              />
            ))}
          </fieldset>
          {emails.kinds.some(isEndNotice) && (
            <NumberSetting
              label="Days before an end"
              name="emails.expiryNoticeDays"
              unit="days"
              value={emails.expiryNoticeDays}
              onChange={(expiryNoticeDays) => set({ expiryNoticeDays })}
            />
          )}
          {emails.kinds.includes('SHARE_REMINDER') && (
            <NumberSetting
              label="Days from the first payment to the reminder"
              name="emails.shareReminderDays"
              unit="days"
              value={emails.shareReminderDays}
              onChange={(shareReminderDays) => set({ shareReminderDays })}
            />
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Sender address"
              name="emails.fromAddress"
              type="email"
              value={emails.fromAddress}
              onChange={(fromAddress) => set({ fromAddress })}
              placeholder="rewards@example.com"
              hint="Your mail server must be allowed to send for its domain."
            />
            <TextField
              label="Sender name"
              name="emails.fromName"
              value={emails.fromName ?? ''}
              onChange={(text) => set({ fromName: text === '' ? null : text })}
              isOptional
              placeholder={program.publicName ?? program.name}
              hint="Empty means the name of the program."
            />
            <TextField
              label="Answers go to"
              name="emails.replyTo"
              type="email"
              value={emails.replyTo ?? ''}
              onChange={(text) => set({ replyTo: text === '' ? null : text })}
              isOptional
              hint="Empty means the sender address."
            />
            <TextField
              label="Failed e-mails go to"
              name="emails.bounceAddress"
              type="email"
              value={emails.bounceAddress ?? ''}
              onChange={(text) => set({ bounceAddress: text === '' ? null : text })}
              isOptional
              hint="Reports of mail servers. Empty means the sender address."
            />
          </div>
          <Checkbox
            label="Also to addresses that your server did not confirm"
            isChecked={emails.includeUnverified}
            onChange={(includeUnverified) => set({ includeUnverified })}
            hint="A web page reported them. Anybody can make such a report, and so have e-mails sent to strangers in your name."
          />
        </>
      )}
    </Section>
  )
}

function withKind(
  kinds: readonly UserMailKind[],
  kind: UserMailKind,
  isOn: boolean,
): readonly UserMailKind[] {
  return mailKinds.filter((it) => (it === kind ? isOn : kinds.includes(it)))
}
