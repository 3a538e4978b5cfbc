import type { Program } from '@goodword/client'
import { useMemo } from 'react'
import { problemOf } from '../../api/problem.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Notice } from '../../components/notice.tsx'
import { BlockSkeleton } from '../../components/skeleton.tsx'
import { useSettled } from '../../components/use-settled.ts'
import { PreviewFrame, type PreviewLook } from './preview-frame.tsx'

type OfferPreviewProps = {
  readonly program: Program
  readonly locale: string
  /** The greeting on a page of the merchant, or the card of a share link in a message. */
  readonly view: 'greeting' | 'card'
  readonly look: PreviewLook
}

const titles = { greeting: 'Preview of the greeting', card: 'Preview of a share link in a message' } as const

/** What friends see of the offer with the settings of the form, in the words of the service. */
export function OfferPreview({ program, locale, view, look }: OfferPreviewProps) {
  const body = useSettled(
    useMemo(() => {
      const { version: _, ...settings } = program
      return { program: settings, locale }
    }, [program, locale]),
  )
  const { data, error } = useOperation('previewOffer', { body })
  const request = useMemo(() => ({ ...data, view }), [data, view])
  if (error !== null) {
    return (
      <Notice kind="warning" title="There is no preview of what is entered">
        {problemOf(error).text}
      </Notice>
    )
  }
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
