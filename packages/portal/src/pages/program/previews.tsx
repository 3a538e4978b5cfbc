import type { Program } from '@goodword/client'
import { useEffect, useMemo, useState } from 'react'
import { problemOf } from '../../api/problem.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Notice } from '../../components/texts/notice.tsx'

/** The offer for friends and the page for referrers with the settings of a form, once nothing is typed for a moment. */
export function useOfferPreview(program: Program, locale: string) {
  const body = useSettled(
    useMemo(() => {
      const { version: _, ...settings } = program
      return { program: settings, locale }
    }, [program, locale]),
  )
  return useOperation('previewOffer', { body })
}

/** Says why the settings of a form have no preview. */
export function NoPreview({ error }: { readonly error: Error }) {
  return (
    <Notice kind="warning" title="There is no preview of what is entered">
      {problemOf(error).text}
    </Notice>
  )
}

const PAUSE_MS = 400

/** The value once it has not changed for a moment: typed text is not sent letter by letter. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
