import type { Widget } from '@goodword/client'
import { useEffect, useRef, useState } from 'react'
import { classes } from '../../components/classes.ts'
import { RadioGroup } from '../../components/radio-group.tsx'

/** What the frame says of what it shows. */
export type ShownFacts = {
  /** The widget's own words, which stand where there is no text of the merchant. */
  readonly texts: Readonly<Record<string, string>>
  /** The contrast of the accent colour to the background; null without an accent colour. */
  readonly contrasts: { readonly light: number | null; readonly dark: number | null }
}

type WidgetPreviewProps = {
  readonly widget: Widget
  readonly locale: string
  readonly onShown: (facts: ShownFacts) => void
}

const START_HEIGHT_PX = 640

/** The real widget in a frame, with the settings of the form, saved or not. */
export function WidgetPreview({ widget, locale, onShown }: WidgetPreviewProps) {
  const [isDark, setDark] = useState(false)
  const [isPhone, setPhone] = useState(false)
  const [isReady, setReady] = useState(false)
  const [heightPx, setHeightPx] = useState(START_HEIGHT_PX)
  const frame = useRef<HTMLIFrameElement>(null)
  const onMessage = useRef<(data: FrameMessage) => void>(() => undefined)
  onMessage.current = (data) => {
    if (data.type === 'ready') setReady(true)
    if (data.type === 'resize') setHeightPx(data.height)
    if (data.type === 'shown') onShown({ texts: data.texts, contrasts: data.contrasts })
  }
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent<FrameMessage>) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin) return
      if (data.goodword === 1) onMessage.current(data)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])
  useEffect(() => {
    if (!isReady) return
    const request = { goodword: 1, type: 'preview', widget, locale, isDark }
    frame.current?.contentWindow?.postMessage(request, location.origin)
  }, [isReady, widget, locale, isDark])
  return (
    <div className="flex flex-col gap-3">
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
      <div className={classes('overflow-hidden rounded-lg border border-line', isPhone && 'mx-auto w-80')}>
        <iframe
          ref={frame}
          src="/portal/widget-preview"
          title="Preview of the widget"
          // Without popups and navigation of the portal: the links in it are made up.
          sandbox="allow-scripts allow-same-origin"
          style={{ height: heightPx, colorScheme: isDark ? 'dark' : 'light' }}
          className="block w-full"
        />
      </div>
    </div>
  )
}

type FrameMessage =
  | { readonly goodword: 1; readonly type: 'ready' }
  | { readonly goodword: 1; readonly type: 'resize'; readonly height: number }
  | ({ readonly goodword: 1; readonly type: 'shown' } & ShownFacts)
