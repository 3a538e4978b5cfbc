import type { Program } from '@goodword/client'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { CodeBlock, CopyField } from '../../components/fields/copy-field.tsx'
import { Switch } from '../../components/fields/switch.tsx'
import { Page, Section } from '../../components/page.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { useTenant } from '../../session/use-session.ts'
import { ProgramEditor, ProgramForm } from '../program/program-editor.tsx'
import type { ProgramDraft, SectionProps } from '../program/use-program-draft.ts'
import { LinkPreviewSection } from './link-preview-section.tsx'
import { LookSection } from './look-section.tsx'
import { PreviewSection, type ShownFacts } from './preview-section.tsx'
import { TextsSection } from './texts-section.tsx'
import { WordsSection } from './words-section.tsx'

const route = getRouteApi('/staff/$tenantAlias/widget')

export function WidgetPage() {
  return (
    <Page title="Widget" description="What people see of the program in a frame of your own page.">
      <ProgramForm label="Widget">{(draft) => <WidgetForm draft={draft} />}</ProgramForm>
    </Page>
  )
}

function WidgetForm({ draft }: { readonly draft: ProgramDraft }) {
  const { tenantAlias } = route.useParams()
  const { tab = 'look', preview = 'widget' } = route.useSearch()
  const navigate = route.useNavigate()
  const { program, change } = draft
  const [locale, setLocale] = useState('en')
  // Its many fields stay once they are there, like those of the other tabs.
  const hadWords = useRef(false)
  hadWords.current ||= tab === 'words'
  const [facts, setFacts] = useState<ShownFacts | null>(null)
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <ProgramEditor label="Widget" draft={draft}>
        <Tabs
          label="Settings of the widget"
          isForm
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
              name: 'words',
              label: 'All words',
              content: hadWords.current && (
                <WordsSection {...{ program, change, locale }} onLocale={setLocale} />
              ),
            },
            {
              name: 'links',
              label: 'Link preview',
              content: <LinkPreviewSection {...{ program, change, locale }} onLocale={setLocale} />,
            },
            {
              name: 'page',
              label: 'Put it on your page',
              content: (
                <>
                  <SnippetSection
                    alias={tenantAlias}
                    hasPages={program.landingPage !== null || program.allowedOrigins.length > 0}
                  />
                  <HostedPageSection alias={tenantAlias} {...{ program, change }} />
                </>
              ),
            },
          ]}
        />
      </ProgramEditor>
      <aside className="min-w-0 lg:sticky lg:top-[calc(var(--top-bar-height)+1rem)] lg:max-h-[calc(100dvh-var(--top-bar-height)-2rem)] lg:overflow-y-auto">
        <PreviewSection
          {...{ program, tenantAlias, locale }}
          view={preview}
          onView={(next) =>
            void navigate({ search: (it) => ({ ...it, preview: next }), replace: true, resetScroll: false })
          }
          onShown={setFacts}
        />
      </aside>
    </div>
  )
}

type SnippetSectionProps = { readonly alias: string; readonly hasPages: boolean }

/** The snippet for a page, to copy. */
function SnippetSection({ alias, hasPages }: SnippetSectionProps) {
  return (
    <Section title="Put it on your page" isStack>
      {!hasPages && (
        <Notice kind="warning" title="No page may show the widget yet">
          Browsers show it only in pages of the landing page’s origin and of the allowed origins. Set one of
          them under Program.
        </Notice>
      )}
      <p className="text-soft">
        Replace the IDs by those of the customer who is signed in. The token (<code>jwt</code>) is made by
        your server with the signing key; without it the widget shows the share link and no results.
      </p>
      <CodeBlock label="Plain HTML" code={htmlSnippet(location.origin, alias)} />
      <CodeBlock label="React" code={reactSnippet(location.origin, alias)} />
    </Section>
  )
}

/** The widget in a page: the script, who is signed in, a button that opens it, and a place for it. */
function htmlSnippet(origin: string, alias: string): string {
  return `<script>
  window._gw = window._gw || []
  _gw.push(['init', {
    tenant_alias: '${alias}',
    account_id: 'THE ID OF THE ACCOUNT',
    user_id: 'THE ID OF THE USER',
    jwt: 'A TOKEN THAT YOUR SERVER MADE FOR THIS USER'
  }])
</script>
<script async src="${origin}/s/v1/goodword.js"></script>

<!-- A button that opens the widget: -->
<button type="button" class="goodword-open">Invite a friend</button>

<!-- Or a place for it in the page, with room for it: -->
<style>#goodword { min-height: 40rem }</style>
<div id="goodword"></div>`
}

/** The widget as a component; `token` comes from the merchant's own server. */
function reactSnippet(origin: string, alias: string): string {
  return `import { useEffect } from 'react'

export function Referrals({ accountId, userId, token }) {
  useEffect(() => {
    window._gw = window._gw || []
    window._gw.push(['init', {
      tenant_alias: '${alias}',
      account_id: accountId,
      user_id: userId,
      jwt: token
    }])
    if (document.querySelector('script[src$="/goodword.js"]')) return
    const script = document.createElement('script')
    script.async = true
    script.src = '${origin}/s/v1/goodword.js'
    document.head.append(script)
  }, [accountId, userId, token])
  return <div id="goodword" style={{ minHeight: '40rem' }} />
}`
}

type HostedPageSectionProps = SectionProps & {
  readonly alias: string
}

/** The page that the service has for referrers, for merchants without a page of their own for the widget. */
function HostedPageSection({ alias, program, change }: HostedPageSectionProps) {
  const { hostedPage, emails } = program
  const isTest = useTenant()?.mode === 'test'
  const set = (fields: Partial<Program['hostedPage']>) => change({ hostedPage: { ...hostedPage, ...fields } })
  return (
    <Section title="A page without your own" isStack>
      <p className="text-soft">
        We show the widget on a page of ours. Referrers sign in by a link that is sent to their e-mail
        address, and find their link, their friends and their rewards there.
      </p>
      {emails === null && (
        <Notice kind="warning" title="The page needs e-mails">
          Turn e-mails on under E-mails, with the address that they come from. No kind has to be chosen.
        </Notice>
      )}
      {emails !== null && isTest && (
        <Notice kind="info" title="A test program sends nothing">
          Its e-mails with links are kept. Read them with <code>GET mails</code>.
        </Notice>
      )}
      <Switch
        label="Page for referrers"
        isOn={hostedPage.enabled}
        onChange={(enabled) => set({ enabled })}
        hint="Takes effect when you save. Turning it off signs everybody out."
      />
      {hostedPage.enabled && (
        <>
          <CopyField label="Address of the page" value={`${location.origin}/p/${alias}`} />
          <p className="text-soft">On a domain of your own it is at /p as well.</p>
          <Switch
            label="Strangers can join"
            isOn={hostedPage.joinByEmail}
            onChange={(joinByEmail) => set({ joinByEmail })}
            hint="An e-mail address that you have no customer with gets an account of its own, and a link to share. Otherwise only customers whose address your server sent can sign in."
          />
        </>
      )}
    </Section>
  )
}
