import type { MailKind } from '@goodword/domain/mail'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { classes } from '../../components/classes.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { Page, Section } from '../../components/page.tsx'
import { BlockSkeleton } from '../../components/skeleton.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { ProgramEditor } from '../../program/program-editor.tsx'
import { type ProgramDraft, useProgramDraft } from '../../program/use-program-draft.ts'
import { EmailPreview } from './email-preview.tsx'
import { EmailSection } from './email-section.tsx'
import { EmailTextsSection } from './email-texts-section.tsx'
import { LookSection } from './look-section.tsx'
import { sampleWidget } from './sample-widget.ts'
import { SnippetSection } from './snippet-section.tsx'
import { TextsSection } from './texts-section.tsx'
import { type ShownFacts, WidgetPreview } from './widget-preview.tsx'

const route = getRouteApi('/staff/$tenantAlias/widget')

export function WidgetPage() {
  const { tenantAlias } = route.useParams()
  // What was typed belongs to one program in one mode.
  return <OneWidget key={tenantAlias} />
}

function OneWidget() {
  const { query, draft } = useProgramDraft()
  return (
    <Page
      title="Widget"
      description="What participants see of the program in a frame of your own page, and in e-mails."
    >
      {query.isError ? (
        <ErrorState error={query.error} onRetry={query.refetch} />
      ) : draft === null ? (
        <BlockSkeleton label="Widget" height="40rem" />
      ) : (
        <WidgetForm draft={draft} />
      )}
    </Page>
  )
}

function WidgetForm({ draft }: { readonly draft: ProgramDraft }) {
  const { tenantAlias } = route.useParams()
  const { tab = 'look' } = route.useSearch()
  const navigate = route.useNavigate()
  const { program, change } = draft
  const [locale, setLocale] = useState('en')
  const [kind, setKind] = useState<MailKind>('FRIEND_JOINED')
  const [facts, setFacts] = useState<ShownFacts | null>(null)
  const [now] = useState(() => Date.now())
  const widget = useMemo(
    () => sampleWidget(program, tenantAlias, location.origin, now),
    [program, tenantAlias, now],
  )
  const { emails } = program
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <ProgramEditor label="Widget" draft={draft}>
        <Tabs
          label="Settings of the widget"
          value={tab}
          onChange={(next) =>
            void navigate({ search: (it) => ({ ...it, tab: next }), replace: true, resetScroll: false })
          }
          tabs={[
            {
              name: 'look',
              label: 'Look',
              content: <LookSection {...{ program, change }} contrasts={facts?.contrasts ?? null} />,
            },
            {
              name: 'texts',
              label: 'Texts',
              content: (
                <TextsSection
                  {...{ program, change, locale }}
                  onLocale={setLocale}
                  defaults={facts?.texts ?? {}}
                />
              ),
            },
            {
              name: 'emails',
              label: 'E-mails',
              content: (
                <div className="flex flex-col gap-4">
                  <EmailSection {...{ program, change }} />
                  {emails !== null && <EmailTextsSection {...{ emails, change, kind }} onKind={setKind} />}
                </div>
              ),
            },
            {
              name: 'page',
              label: 'Put it on your page',
              content: (
                <SnippetSection
                  alias={tenantAlias}
                  hasPages={program.landingPage !== null || program.allowedOrigins.length > 0}
                />
              ),
            },
          ]}
        />
      </ProgramEditor>
      {/* The preview of an e-mail has nothing that the keyboard could reach, so it scrolls with the page. */}
      <aside
        className={classes(
          'min-w-0',
          tab !== 'emails' &&
            'lg:sticky lg:top-[calc(var(--top-bar-height)+1rem)] lg:max-h-[calc(100dvh-var(--top-bar-height)-2rem)] lg:overflow-y-auto',
        )}
      >
        <Section title={tab === 'emails' ? 'Preview of the e-mail' : 'Preview'}>
          {tab !== 'emails' ? (
            <WidgetPreview widget={widget} locale={locale} onShown={setFacts} />
          ) : emails === null ? (
            <p className="text-soft">Turn e-mails on to see what participants would get.</p>
          ) : (
            <EmailPreview emails={emails} kind={kind} />
          )}
        </Section>
      </aside>
    </div>
  )
}
