import { useEffect, useRef, useState } from 'react'

const START_HEIGHT_PX = 480

/** The HTML of an e-mail in a frame without an origin, as high as it is. */
export function EmailFrame({ html }: { readonly html: string }) {
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
    // The frame has no origin that could be named; what it gets is made up.
    if (isReady) frame.current?.contentWindow?.postMessage({ html }, '*')
  }, [isReady, html])
  return (
    <iframe
      ref={frame}
      src="/portal/mail-preview"
      title="The e-mail as HTML"
      sandbox="allow-scripts"
      style={{ height: heightPx }}
      className="block w-full rounded-lg border border-line"
    />
  )
}

type FrameMessage =
  | { readonly goodword: 1; readonly type: 'ready' }
  | { readonly goodword: 1; readonly type: 'resize'; readonly height: number }
