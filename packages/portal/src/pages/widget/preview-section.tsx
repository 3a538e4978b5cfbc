import type { Program } from '@goodword/client'
import { useMemo, useState } from 'react'
import { RadioGroup } from '../../components/fields/radio-group.tsx'
import { Select } from '../../components/fields/select.tsx'
import { Section } from '../../components/page.tsx'
import { useNow } from '../../components/program-clock.ts'
import { Notice } from '../../components/texts/notice.tsx'
import { HtmlFrame, PreviewFrame, type PreviewLook } from '../../components/texts/preview-frame.tsx'
import { BlockSkeleton } from '../../components/texts/skeleton.tsx'
import { EmailPreview } from '../emails/email-preview.tsx'
import { NoPreview, useOfferPreview } from '../program/previews.tsx'
import { sampleWidget } from './sample-widget.ts'

const titles = { greeting: 'Preview of the greeting', card: 'Preview of a share link in a message' } as const

/** The message of the widget's frame about its content. */
export type ShownFacts = {
  /** The widget's own words, which stand where there is no text of the merchant. */
  readonly texts: Readonly<Record<string, string>>
  /** The contrast of the accent colour to the background; null without an accent colour. */
  readonly contrasts: { readonly light: number | null; readonly dark: number | null }
}

export const previewViews = ['widget', 'greeting', 'card', 'mail', 'page'] as const

export type PreviewView = (typeof previewViews)[number]

const viewOptions = [
  { value: 'widget', label: 'The widget' },
  { value: 'greeting', label: 'A friend on your page' },
  { value: 'card', label: 'A link in a message' },
  { value: 'mail', label: 'An e-mail' },
  { value: 'page', label: 'The page for referrers' },
] as const satisfies readonly { readonly value: PreviewView; readonly label: string }[]

type PreviewSectionProps = {
  readonly program: Program
  readonly tenantAlias: string
  readonly locale: string
  readonly view: PreviewView
  readonly onView: (view: PreviewView) => void
  readonly onShown: (facts: ShownFacts) => void
}

/** The preview with the settings of the form, saved or not. */
export function PreviewSection(props: PreviewSectionProps) {
  const { program, tenantAlias, locale, view, onView, onShown } = props
  const [isDark, setDark] = useState(false)
  const [isPhone, setPhone] = useState(false)
  const readNow = useNow()
  const [now] = useState(readNow)
  const look = { isDark, isPhone }
  const request = useMemo(
    () => ({ widget: sampleWidget(program, tenantAlias, location.origin, now), locale }),
    [program, tenantAlias, now, locale],
  )
  return (
    <Section title="Preview">
      <div className="flex flex-col gap-3">
        <Select
          label="What is shown"
          options={viewOptions}
          value={view}
          onChange={(next) => onView(next ?? 'widget')}
        />
        {view !== 'mail' && (
          <div className="flex flex-wrap gap-x-8 gap-y-2">
            <RadioGroup
              label="Theme of the page around it"
              options={[
                { value: 'light', label: 'Light' },
                { value: 'dark', label: 'Dark' },
              ]}
              value={isDark ? 'dark' : 'light'}
              onChange={(next) => setDark(next === 'dark')}
            />
            <RadioGroup
              label="Width"
              options={[
                { value: 'wide', label: 'As wide as here' },
                { value: 'phone', label: 'A phone (320 px)' },
              ]}
              value={isPhone ? 'phone' : 'wide'}
              onChange={(next) => setPhone(next === 'phone')}
            />
          </div>
        )}
        {/* It stays while something else is shown: the form needs what it says. */}
        <div hidden={view !== 'widget'}>
          <PreviewFrame
            src="/portal/widget-preview"
            title="Preview of the widget"
            request={request}
            onMessage={onShown}
            {...look}
          />
        </div>
        {(view === 'greeting' || view === 'card') && <OfferPreview {...{ program, locale, view, look }} />}
        {view === 'mail' && <MailPreview program={program} />}
        {view === 'page' && <PagePreview {...{ program, locale, look }} />}
      </div>
    </Section>
  )
}

function MailPreview({ program: { emails } }: Pick<PreviewSectionProps, 'program'>) {
  if (emails !== null) return <EmailPreview emails={emails} kind="FRIEND_JOINED" />
  return (
    <Notice kind="info" title="The program sends no e-mails">
      Turn them on under E-mails; each kind has its preview there.
    </Notice>
  )
}

type OfferPreviewProps = {
  readonly program: Program
  readonly locale: string
  /** The greeting on a page of the merchant, or the card of a share link in a message. */
  readonly view: 'greeting' | 'card'
  readonly look: PreviewLook
}

/** The offer for friends with the settings of the form, in the words of the service. */
function OfferPreview({ program, locale, view, look }: OfferPreviewProps) {
  const { data, error } = useOfferPreview(program, locale)
  const request = useMemo(() => ({ ...data, view }), [data, view])
  if (error !== null) return <NoPreview error={error} />
  if (data === undefined) return <BlockSkeleton label={titles[view]} height="16rem" />
  return (
    <>
      {data.welcome.offer === null && view === 'greeting' && (
        <p className="text-soft">No friend is greeted while the program is off.</p>
      )}
      <PreviewFrame src="/portal/offer-preview" title={titles[view]} request={request} {...look} />
    </>
  )
}

type PagePreviewProps = {
  readonly program: Program
  readonly locale: string
  readonly look: PreviewLook
}

/** The page for referrers with the settings of the form, before and after a sign-in. */
function PagePreview({ program, locale, look }: PagePreviewProps) {
  const [view, setView] = useState<'home' | 'signIn'>('home')
  const { data, error } = useOfferPreview(program, locale)
  if (error !== null) return <NoPreview error={error} />
  return (
    <>
      <RadioGroup
        label="Who looks at it"
        options={[
          { value: 'home', label: 'A referrer who is signed in' },
          { value: 'signIn', label: 'A person who signs in' },
        ]}
        value={view}
        onChange={setView}
      />
      {!program.hostedPage.enabled && <p className="text-soft">The page is off, so it cannot be opened.</p>}
      {view === 'home' && (
        <p className="text-soft">The widget stands in the place of link and code in browsers with scripts.</p>
      )}
      {data === undefined ? (
        <BlockSkeleton label="Preview of the page for referrers" height="16rem" />
      ) : (
        <HtmlFrame
          src="/portal/page-preview"
          title="Preview of the page for referrers"
          html={inScheme(data.hostedPage[view], look.isDark)}
          {...look}
        />
      )}
    </>
  )
}

/** The frame follows the system of who looks at it, so its content has one scheme alone. */
function inScheme(html: string, isDark: boolean): string {
  return html.replaceAll('@media (prefers-color-scheme: dark)', isDark ? '@media all' : '@media not all')
}
