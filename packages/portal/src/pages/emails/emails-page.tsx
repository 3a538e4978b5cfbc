import { allMailKinds, type MailKind } from '@goodword/domain/outbound/mail'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Select } from '../../components/fields/select.tsx'
import { Page, Section } from '../../components/page.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { mailKindNames } from '../../format/mail-words.ts'
import { ProgramEditor, ProgramForm } from '../program/program-editor.tsx'
import type { ProgramDraft } from '../program/use-program-draft.ts'
import { EmailPreview } from './email-preview.tsx'
import { InvitationsSection, SendingSection, startingSettings } from './sending-section.tsx'
import { TextsSection } from './texts-section.tsx'

const route = getRouteApi('/staff/$tenantAlias/emails')

export function EmailsPage() {
  return (
    <Page
      title="E-mails"
      description="What referrers and friends are told when a friend joins, a reward is earned, or one is about to end."
    >
      <ProgramForm label="E-mails">{(draft) => <EmailsForm draft={draft} />}</ProgramForm>
    </Page>
  )
}

function EmailsForm({ draft }: { readonly draft: ProgramDraft }) {
  const { tab = 'sending' } = route.useSearch()
  const navigate = route.useNavigate()
  const [kind, setKind] = useState<MailKind>('FRIEND_JOINED')
  const { program, base, change } = draft
  const { emails } = program
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <ProgramEditor label="E-mails" draft={draft}>
        <Tabs
          label="Settings of e-mails"
          isForm
          value={tab}
          onChange={(next) =>
            void navigate({ search: (it) => ({ ...it, tab: next }), replace: true, resetScroll: false })
          }
          tabs={[
            {
              name: 'sending',
              label: 'Sending',
              content: (
                <div className="flex flex-col gap-6">
                  <SendingSection {...{ program, change }} />
                  <InvitationsSection {...{ program, change }} />
                </div>
              ),
            },
            {
              name: 'texts',
              label: 'Texts',
              content:
                emails === null ? (
                  <Section title="Texts">
                    <p className="text-soft">
                      Turn e-mails on under Sending to write your own texts. Until then the preview shows
                      ours.
                    </p>
                  </Section>
                ) : (
                  <TextsSection {...{ emails, change, kind }} />
                ),
            },
          ]}
        />
      </ProgramEditor>
      {/* The preview has nothing that the keyboard could scroll, so it scrolls with the page. */}
      <aside className="min-w-0">
        <Section title="Preview" isStack>
          {base.emails === null && (
            <Notice kind="info" title="E-mails are off, so nothing is sent">
              {emails === null
                ? 'This is what people would get, in our own words.'
                : 'They are sent from the time at which you save the program.'}
            </Notice>
          )}
          <Select
            label="Kind of e-mail"
            options={allMailKinds.map((it) => ({ value: it, label: mailKindNames[it] }))}
            value={kind}
            onChange={(next) => next !== null && setKind(next)}
          />
          <EmailPreview emails={emails ?? startingSettings} kind={kind} />
        </Section>
      </aside>
    </div>
  )
}
