import { ownWordsFor } from '@goodword/contract/words/own-words'
import { element } from '../element.ts'
import { applyLook } from '../look/apply-look.ts'
import { wholeWidget } from '../parts/whole-widget.ts'
import { qrModules } from '../share/qr-modules.ts'
import { widgetLanguage } from '../words/widget-words.ts'
import { allWords } from './all-words.ts'
import { isPreviewRequest, type PreviewRequest } from './preview-request.ts'
import { shownFacts } from './shown-facts.ts'

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
