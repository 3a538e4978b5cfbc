import { attempt } from './attempt.ts'
import type { Identity } from './init-fields.ts'

/** Whose widget it is, and who hears of what happens in it. */
export type WidgetOwner = {
  readonly base: string
  readonly alias: string
  readonly identity: Identity
  readonly publish: (name: string, detail?: unknown) => void
  readonly close: () => void
}

/** The frame of the widget's page. Who the person is it asks for, so that no address holds it. */
export function createFrame(mode: 'popup' | 'embed', owner: WidgetOwner): HTMLIFrameElement {
  const { base, alias, identity } = owner
  const frame = document.createElement('iframe')
  const locale = encodeURIComponent(identity.locale ?? document.documentElement.lang)

  /** A popup leaves some of the page to be seen, and to be hit. */
  function resize(height: number): void {
    frame.style.height = `min(${height}px,${mode === 'popup' ? '100dvh - 4em' : '9999px'})`
  }

  addEventListener('message', ({ source, origin, data }) =>
    attempt(() => {
      if (source !== frame.contentWindow || origin !== new URL(base).origin || data.goodword !== 1) return
      if (data.type === 'ready') tell(frame, base, 'identity', { identity })
      if (data.type === 'resize') resize(data.height)
      if (data.type === 'close') owner.close()
      if (data.type === 'event') owner.publish(data.name, data.detail)
    }),
  )
  frame.src = `${base}widget/${alias}?mode=${mode}&locale=${locale}`
  frame.title = 'Refer a friend'
  frame.allow = 'clipboard-write; web-share'
  frame.style.cssText = 'display:block;border:0;width:100%'
  resize(600)
  return frame
}

/** Says something to the widget's page, and to no other that the frame may have come to. */
export function tell(frame: HTMLIFrameElement, base: string, type: string, more?: object): void {
  frame.contentWindow?.postMessage({ goodword: 1, type, ...more }, base)
}
