import { useEffect, useRef, useState } from 'react'
import { classes } from '../classes.ts'

const START_HEIGHT_PX = 480

type HtmlFrameProps = {
  /** The page of the service that shows HTML which it gets by a message. */
  readonly src: string
  readonly title: string
  readonly html: string
  readonly isDark?: boolean
  readonly isPhone?: boolean
}

/** HTML of the service in a frame without an origin, as high as it is. */
export function HtmlFrame({ src, title, html, isDark, isPhone }: HtmlFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const [heightPx, setHeightPx] = useState(START_HEIGHT_PX)
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<FrameMessage>) => {
      if (source !== frame.current?.contentWindow || data.goodword !== 1) return
      if (data.type === 'ready') setReady(true)
      else setHeightPx(data.height)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])
  useEffect(() => {
    // The frame has no origin that could be named; its content is made up.
    if (isReady) frame.current?.contentWindow?.postMessage({ html }, '*')
  }, [isReady, html])
  return (
    <iframe
      ref={frame}
      src={src}
      title={title}
      sandbox="allow-scripts"
      style={{
        height: heightPx,
        ...(isDark === undefined ? {} : { colorScheme: isDark ? 'dark' : 'light' }),
      }}
      className={classes('block rounded-lg border border-line', isPhone === true ? 'mx-auto w-80' : 'w-full')}
    />
  )
}

type FrameMessage =
  | { readonly goodword: 1; readonly type: 'ready' }
  | { readonly goodword: 1; readonly type: 'resize'; readonly height: number }
