import { contrast, parseColor } from '@goodword/contract/pages/color'
import { paletteOf } from '@goodword/contract/pages/theme-palette'
import type { Widget } from '@goodword/contract/pages/widget'
import type { WidgetTheme } from '@goodword/contract/pages/widget-theme'
import { ownWordsFor } from '@goodword/contract/words/own-words'
import { element } from '../element.ts'
import { applyLook } from '../look/apply-look.ts'
import { wholeWidget } from '../parts/whole-widget.ts'
import { qrModules } from '../share/qr-modules.ts'
import { type WidgetLanguage, widgetLanguage } from '../words/widget-words.ts'
import { allWords } from './all-words.ts'

// The widget as the portal shows it: it knows no program and no user, loads nothing, and takes messages of the portal
// of its own origin alone.

const changeLook = applyLook({})
const page = document.documentElement
page.dataset.mode = 'embed'
const root = element('div', { class: 'widget' })
document.querySelector('#preview')?.append(root)

window.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
  if (source === window.parent && origin === location.origin && isPreviewRequest(data)) show(data)
})
new ResizeObserver(() =>
  post({ type: 'resize', height: Math.ceil(root.getBoundingClientRect().height) }),
).observe(root)
post({ type: 'ready' })

function show({ widget, locale, isDark }: PreviewRequest): void {
  const own = ownWordsFor(widget.program.texts, locale)
  const language = widgetLanguage(allWords(locale), own, locale)
  const { theme } = widget.program
  page.lang = language.locale
  page.dir = language.direction
  changeLook({ theme, page: { backgrounds: [], colorScheme: isDark ? 'dark' : 'light' } })
  const parts = wholeWidget(widget, {
    language,
    host: { requestIdentity: ignore, resized: ignore, close: ignore, happened: ignore },
    isPopup: false,
    announce: ignore,
    enter: async () => ({ kind: 'failed' }),
    chooseCode: async () => 'failed',
    invite: async () => 'failed',
    load: async () => ({ kind: 'failed' }),
    chooseMails: async () => null,
    qrModules: async (text) => qrModules(text),
    showName: async (isShown) => isShown,
  })
  root.replaceChildren(parts)
  post({ type: 'shown', ...shownFacts(theme, language) })
}

function post(message: Readonly<Record<string, unknown>>): void {
  if (window.parent !== window) window.parent.postMessage({ goodword: 1, ...message }, location.origin)
}

function ignore(): void {
  // Nothing around the preview takes part in it.
}

/** The portal's request for a preview: made-up content with settings that may not be saved yet. */
type PreviewRequest = {
  readonly goodword: 1
  readonly type: 'preview'
  readonly widget: Widget
  readonly locale: string
  readonly isDark: boolean
}

/** The portal is of the same release, so a message of its kind has its shape. */
function isPreviewRequest(message: unknown): message is PreviewRequest {
  return (
    typeof message === 'object' &&
    message !== null &&
    'goodword' in message &&
    message.goodword === 1 &&
    'type' in message &&
    message.type === 'preview'
  )
}

const DEFAULT_TEXTS = ['title', 'shareMessage', 'emailSubject'] as const

/** The facts that the portal shows beside the preview: built-in words in its language, and the contrast of the colors. */
function shownFacts(theme: WidgetTheme, { translate }: WidgetLanguage) {
  return {
    texts: Object.fromEntries(DEFAULT_TEXTS.map((name) => [name, translate(name)])),
    contrasts: { light: accentContrast(theme, false), dark: accentContrast(theme, true) },
  }
}

/** The contrast of the merchant's accent to the background; the widget itself uses a color that reads instead. */
function accentContrast(theme: WidgetTheme, isDark: boolean): number | null {
  if (theme.accentColor === undefined) return null
  return contrast(parseColor(theme.accentColor), paletteOf(theme, isDark).background)
}
