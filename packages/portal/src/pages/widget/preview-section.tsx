import type { Program } from '@goodword/client'
import { useMemo, useState } from 'react'
import { Notice } from '../../components/notice.tsx'
import { Section } from '../../components/page.tsx'
import { useNow } from '../../components/program-clock.ts'
import { RadioGroup } from '../../components/radio-group.tsx'
import { Select } from '../../components/select.tsx'
import { EmailPreview } from '../emails/email-preview.tsx'
import { OfferPreview } from './offer-preview.tsx'
import { PagePreview } from './page-preview.tsx'
import { PreviewFrame } from './preview-frame.tsx'
import { sampleWidget } from './sample-widget.ts'

/** What the frame of the widget says of what it shows. */
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

/** What people see with the settings of the form, saved or not. */
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
