import type { EmailSettings } from '@goodword/client'
import { isEndNotice, mailKinds, type UserMailKind } from '@goodword/domain/outbound/mail'
import { useState } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/fields/checkbox.tsx'
import { NumberSetting } from '../../components/fields/number-field.tsx'
import { Switch } from '../../components/fields/switch.tsx'
import { TextArea, TextField } from '../../components/fields/text-field.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Section } from '../../components/page.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { mailKindHints, mailKindNames } from '../../format/mail-words.ts'
import { useRole, useTenant } from '../../session/use-session.ts'
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

/** Whether the service writes to friends for referrers, and what such an e-mail has to say of the merchant. */
export function InvitationsSection({ program, change }: SectionProps) {
  const { emails, invitations } = program
  const { canWrite } = useRole()
  const [isAsking, setAsking] = useState(false)
  if (emails === null) return null
  const set = (fields: Partial<EmailSettings>) => change({ emails: { ...emails, ...fields } })
  return (
    <Section title="Invitations of friends">
      <div className="flex flex-col gap-4">
        <Switch
          label="Send invitations for referrers"
          isOn={invitations === 'ON'}
          onChange={(isOn) => (isOn ? setAsking(true) : change({ invitations: 'OFF' }))}
          hint="Takes effect when you save. Without it referrers share by their own e-mail program, in their own name."
        />
        {invitations === 'ON' && (
          <>
            <TextArea
              label="Name and postal address of your business"
              name="emails.postalAddress"
              rows={2}
              value={emails.postalAddress ?? ''}
              onChange={(text) => set({ postalAddress: text === '' ? null : text })}
              hint="At the end of each invitation. Required."
            />
            <TextField
              label="Privacy page"
              name="emails.privacyPage"
              value={emails.privacyPage ?? ''}
              onChange={(text) => set({ privacyPage: text === '' ? null : text })}
              placeholder="https://www.example.com/privacy"
              hint="Each invitation links to it. Required."
            />
          </>
        )}
        {canWrite && <Figures />}
      </div>
      <Dialog isOpen={isAsking} onClose={() => setAsking(false)} title="Send invitations to friends?">
        <LegalNote
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            change({ invitations: 'ON' })
          }}
        />
      </Dialog>
    </Section>
  )
}

/** Facts and no advice; inside the dialog, so that it is confirmed anew each time. */
function LegalNote({ onClose, onConfirm }: { readonly onClose: () => void; readonly onConfirm: () => void }) {
  const [isConfirmed, setConfirmed] = useState(false)
  return (
    <div className="flex flex-col gap-4">
      <p>
        Your server then writes to people who are no customers and did not ask for it. The law differs by
        country:
      </p>
      <ul className="list-disc space-y-1 pl-5">
        <li>
          Germany: the Federal Court of Justice held that such an e-mail is advertising of the company, which
          answers for it although a customer caused it (12 September 2013, I ZR 208/12).
        </li>
        <li>
          European Union: advertising by e-mail needs prior consent (ePrivacy Directive, Article 13), and the
          friend has to be informed about the data (GDPR, Article 14).
        </li>
        <li>
          United States: a company that offers a reward for forwarding counts as the sender (CAN-SPAM):
          opt-outs are honoured before sending, and a postal address is needed.
        </li>
      </ul>
      <p>
        Each invitation names its sender and says why it came, links to your privacy page, and has a link to
        get no more. An address gets one in 12 months, none after it asked for that, and is erased after 30
        days. This is no legal advice.
      </p>
      <Checkbox
        label="I have checked that we may send these e-mails."
        isChecked={isConfirmed}
        onChange={setConfirmed}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button onClick={onConfirm} disabled={!isConfirmed}>
          Send invitations
        </Button>
      </div>
    </div>
  )
}

/** Counts of the invitations of the last 30 days, as long as e-mails are listed. */
function Figures() {
  const of = (state: 'SENT' | 'SKIPPED' | 'FAILED') =>
    ({ query: { kind: 'INVITATION', state, limit: 1 } }) as const
  const sent = useOperation('listMails', of('SENT'))
  const skipped = useOperation('listMails', of('SKIPPED'))
  const failed = useOperation('listMails', of('FAILED'))
  const [all, none, refused] = [sent, skipped, failed].map((it) => it.data?.totalCount ?? null)
  if (all == null || none == null || refused == null || all + none + refused === 0) return null
  return (
    <p className="text-soft">
      {`In the last 30 days: ${all.toLocaleString()} sent, ${none.toLocaleString()} not sent because the address is suppressed, known or was invited before, ${refused.toLocaleString()} refused by mail servers.`}
    </p>
  )
}
