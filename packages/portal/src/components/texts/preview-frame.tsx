import { useEffect, useRef, useState } from 'react'
import { classes } from '../classes.ts'

const START_HEIGHT_PX = 640
const HTML_START_HEIGHT_PX = 480
/** Messages of a frame that may not have the origin of its page. */
const NO_ORIGIN = 'null'

export type PreviewLook = { readonly isDark: boolean; readonly isPhone: boolean }

type PreviewFrameProps<Message> = PreviewLook & {
  /** A page of the service that waits for its content. */
  readonly src: string
  readonly title: string
  /** The content to preview; the same object as long as nothing changes. */
  readonly request: object
  /** Called with the page's messages other than its height. */
  readonly onMessage?: (message: Message) => void
}

/** A page of the service that shows made-up content with the settings of the form, saved or not. */
export function PreviewFrame<Message>(props: PreviewFrameProps<Message>) {
  const { src, title, request, onMessage, isDark, isPhone } = props
  const { frame, isReady, heightPx } = useServiceFrame(START_HEIGHT_PX, location.origin, onMessage)
  useEffect(() => {
    if (!isReady) return
    const message = { goodword: 1, type: 'preview', isDark, ...request }
    frame.current?.contentWindow?.postMessage(message, location.origin)
  }, [isReady, request, isDark, frame])
  return (
    <div className={classes('overflow-hidden rounded-lg border border-line', isPhone && 'mx-auto w-80')}>
      <iframe
        ref={frame}
        src={src}
        title={title}
        // Without popups and navigation of the portal: the links in it are made up.
        sandbox="allow-scripts allow-same-origin"
        style={{ height: heightPx, colorScheme: isDark ? 'dark' : 'light' }}
        className="block w-full"
      />
    </div>
  )
}

type HtmlFrameProps = {
  /** The page of the service that shows HTML which it gets by a message. */
  readonly src: string
  readonly title: string
  readonly html: string
  readonly isDark?: boolean
  readonly isPhone?: boolean
}

/** HTML of the service in a frame without an origin, as high as it is. */
export function HtmlFrame({ src, title, html, isDark, isPhone = false }: HtmlFrameProps) {
  const { frame, isReady, heightPx } = useServiceFrame(HTML_START_HEIGHT_PX, NO_ORIGIN)
  useEffect(() => {
    // The frame has no origin that could be named; its content is made up.
    if (isReady) frame.current?.contentWindow?.postMessage({ html }, '*')
  }, [isReady, html, frame])
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
      className={classes('block rounded-lg border border-line', isPhone ? 'mx-auto w-80' : 'w-full')}
    />
  )
}

type FrameMessage =
  | { readonly goodword: 1; readonly type: 'ready' }
  | { readonly goodword: 1; readonly type: 'resize'; readonly height: number }
  | { readonly goodword: 1; readonly type: 'shown' }

/** Whether the page of the service in a frame waits for its content, and how high it is. */
function useServiceFrame<Message>(
  startHeightPx: number,
  expectedOrigin: string,
  onMessage?: (message: Message) => void,
) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const [heightPx, setHeightPx] = useState(startHeightPx)
  const onOther = useRef(onMessage)
  onOther.current = onMessage
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent<FrameMessage>) => {
      if (source !== frame.current?.contentWindow || origin !== expectedOrigin) return
      if (data.goodword !== 1) return
      if (data.type === 'ready') setReady(true)
      else if (data.type === 'resize') setHeightPx(data.height)
      // The page is of the same release, so it says what the portal expects of it.
      else onOther.current?.(data as Message)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [expectedOrigin])
  return { frame, isReady, heightPx }
}
