import type { Welcome } from '@goodword/contract/pages/welcome'

// No rule of the page's reaches the host: those that are important inside of a shadow root have precedence.
const HOST = 'all:initial!important;display:block!important'
const OVER_THE_PAGE =
  ';position:fixed!important;z-index:2147483000!important;inset:auto 0 max(12px,env(safe-area-inset-bottom))!important;margin:auto!important;width:min(100% - 24px,480px)!important;filter:drop-shadow(0 4px 12px #0004)!important'

/** The rules of the greeting, in the theme's colors for a light or a dark page. */
export function styleOf(welcome: Welcome, isInside: boolean): string {
  const { background, ink, softInk, line, accent } = isPageDark() ? welcome.dark : welcome.light
  return `:host{${HOST}${isInside ? '' : OVER_THE_PAGE}}
section{display:flex;max-height:50vh;overflow:auto;overflow-wrap:anywhere;padding:14px;padding-inline-end:4px;font:16px/1.4 ${welcome.font};color:${ink};background:${background};border:1px solid ${line};border-inline-start:4px solid ${accent};border-radius:${welcome.cornerRadius}px}
div{flex:1}
p{margin:4px 0 0;font-size:14px;color:${softInk};white-space:pre-line}
button{width:44px;height:44px;margin:-8px 0;border:0;font:24px/1 sans-serif;color:inherit;background:none;cursor:pointer}
button:focus-visible{outline:3px solid ${accent}}
@media print{:host{display:none!important}}`
}

/** By the color of the page's text, which every page has; a canvas parses each notation of it. */
function isPageDark(): boolean {
  // The context exists because the canvas is new.
  const context = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D
  context.fillStyle = getComputedStyle(document.body).color
  context.fillRect(0, 0, 1, 1)
  // Green makes most of what looks bright.
  const [, green = 0] = context.getImageData(0, 0, 1, 1).data
  return green > 127
}
