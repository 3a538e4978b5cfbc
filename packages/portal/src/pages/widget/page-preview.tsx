import type { Program } from '@goodword/client'
import { useMemo, useState } from 'react'
import { problemOf } from '../../api/problem.ts'
import { useOperation } from '../../api/use-operation.ts'
import { HtmlFrame } from '../../components/html-frame.tsx'
import { Notice } from '../../components/notice.tsx'
import { RadioGroup } from '../../components/radio-group.tsx'
import { BlockSkeleton } from '../../components/skeleton.tsx'
import { useSettled } from '../../components/use-settled.ts'
import type { PreviewLook } from './preview-frame.tsx'

type PagePreviewProps = {
  readonly program: Program
  readonly locale: string
  readonly look: PreviewLook
}

/** The page for referrers with the settings of the form, before and after a sign-in. */
export function PagePreview({ program, locale, look }: PagePreviewProps) {
  const [view, setView] = useState<'home' | 'signIn'>('home')
  const body = useSettled(
    useMemo(() => {
      const { version: _, ...settings } = program
      return { program: settings, locale }
    }, [program, locale]),
  )
  const { data, error } = useOperation('previewOffer', { body })
  if (error !== null) {
    return (
      <Notice kind="warning" title="There is no preview of what is entered">
        {problemOf(error).text}
      </Notice>
    )
  }
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

/** The frame follows the system of who looks at it, so what it gets has one scheme alone. */
function inScheme(html: string, isDark: boolean): string {
  return html.replaceAll('@media (prefers-color-scheme: dark)', isDark ? '@media all' : '@media not all')
}
