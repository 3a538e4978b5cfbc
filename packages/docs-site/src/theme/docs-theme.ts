import { onContentUpdated, type Theme, useData } from 'vitepress'
import standardTheme from 'vitepress/theme-without-fonts'
import { addSendButtons } from './send-request.ts'

export const docsTheme: Theme = {
  extends: standardTheme,
  setup() {
    const { theme: settings } = useData()
    onContentUpdated(() => {
      // The front page of the theme has no landmark.
      document.querySelector('.VPHome')?.setAttribute('role', 'main')
      showLanguage()
      // Only a service has values of its own.
      const { here } = settings.value
      if (typeof here === 'string') void showOwnValues(here)
    })
    if (typeof window !== 'undefined') rememberLanguage()
  },
}

const NAME = 'goodword-docs-language'

/** Chooses the language of the reader in all tabs, after one of them is chosen. */
function rememberLanguage(): void {
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches('.vp-code-group input')) return
    const before = target.getBoundingClientRect().top
    localStorage.setItem(NAME, labelOf(target))
    showLanguage()
    // Other tabs above have another height now.
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' })
  })
}

/** Shows the language that the reader chose last. */
function showLanguage(): void {
  const language = localStorage.getItem(NAME)
  for (const group of document.querySelectorAll('.vp-code-group')) {
    const inputs = [...group.querySelectorAll<HTMLInputElement>('.tabs input')]
    const index = inputs.findIndex((it) => labelOf(it) === language)
    const input = inputs[index]
    if (input === undefined) continue
    input.checked = true
    for (const [at, block] of [...(group.querySelector('.blocks')?.children ?? [])].entries()) {
      block.classList.toggle('active', at === index)
    }
  }
}

function labelOf(input: HTMLInputElement): string {
  return input.labels?.[0]?.textContent?.trim() ?? ''
}

/** The data of the service that serves these pages. */
type Here = {
  readonly baseUrl: string
  /** People of the demo's test program, if there is one. */
  readonly examples: {
    readonly alias: string
    readonly accountId: string
    readonly userId: string
    readonly referralCode: string
  } | null
}

const SHOWN_ADDRESS = 'http://127.0.0.1:4000'
/** The tab of the browser keeps them, until it is closed. */
const names = { alias: 'goodword-docs-alias', key: 'goodword-docs-key' } as const

let known: Here | null = null
/** The original text of each piece of code, and its last replacement. */
const shown = new WeakMap<Text, { readonly original: string; readonly last: string }>()

/** Puts the address of the service, and the program and the key that the reader types, into the code of the page. */
async function showOwnValues(address: string): Promise<void> {
  known ??= await fetch(address)
    .then((it) => (it.ok ? it.json() : null))
    .catch(() => null)
  const here = known
  const page = document.querySelector<HTMLElement>('.vp-doc')
  if (here === null || page === null || page.querySelector('.own-values') !== null) return
  const isReference =
    page.querySelector('.language-http') !== null && /[/]reference[/]/.test(location.pathname)
  const fill = (): void => fillCode(page, here, isReference)
  fill()
  if (page.querySelector('.vp-code-group') === null) return
  page.querySelector('h1')?.after(valuesForm(here, fill))
  if (isReference) addSendButtons(page)
}

function fillCode(page: HTMLElement, { baseUrl, examples }: Here, isReference: boolean): void {
  const key = sessionStorage.getItem(names.key) ?? ''
  // A guide makes a program of its own. Only a key makes another one work there.
  const typed = key === '' && !isReference ? '' : (sessionStorage.getItem(names.alias) ?? '')
  const demo = isReference && (typed === '' || typed === examples?.alias) ? examples : null
  const program = typed === '' ? (demo?.alias ?? '') : typed
  const isOfProgram = (isTest: boolean) => program !== '' && isTest === program.startsWith('test_')
  const texts = [...page.querySelectorAll('code')].flatMap(textsOf)
  const originals = texts.map((it) => shown.get(it)?.original ?? it.data)
  const aliases = [...originals.join('').matchAll(/[/]api[/]v1[/](\w+)/g)]
    .map(([, it = '']) => it)
    .filter((it) => isOfProgram(it.startsWith('test_')))
  const aliasOrKey = new RegExp(
    [...new Set(aliases), 'gw_(?:test|live)_[\\w…]+'].map((it) => `\\b${it}`).join('|'),
    'g',
  )
  const filled = (original: string): string => {
    const text = original.replaceAll(SHOWN_ADDRESS, baseUrl).replaceAll(aliasOrKey, (it) => {
      if (!it.startsWith('gw_')) return program
      return key !== '' && isOfProgram(it.startsWith('gw_test_')) ? key : it
    })
    if (demo === null) return text
    return text
      .replaceAll('acct_bob', demo.accountId)
      .replaceAll('user_bob', demo.userId)
      .replaceAll('BOBT4K9QX', demo.referralCode)
  }
  for (const [index, text] of texts.entries()) {
    const original = originals[index] ?? ''
    const last = filled(original)
    // A text edited by the reader stays.
    if (text.data !== (shown.get(text)?.last ?? original)) continue
    if (text.data !== last) text.data = last
    shown.set(text, { original, last })
  }
}

function textsOf(element: Element): readonly Text[] {
  return [...element.childNodes].flatMap((it) =>
    it instanceof Text ? [it] : it instanceof Element ? textsOf(it) : [],
  )
}

function valuesForm({ baseUrl, examples }: Here, fill: () => void): HTMLElement {
  const details = document.createElement('details')
  details.className = 'own-values'
  const summary = document.createElement('summary')
  summary.textContent = 'Examples with your program and key'
  const note = document.createElement('p')
  note.textContent = `The code of these pages is for ${baseUrl}. What you type here stays in this tab of the browser.`
  details.append(
    summary,
    field('Alias of the program', 'text', names.alias, examples?.alias ?? 'test_acme'),
    field('API key', 'password', names.key, 'gw_test_…'),
    note,
  )
  return details

  function field(label: string, type: string, name: string, placeholder: string): HTMLElement {
    const element = document.createElement('label')
    const input = document.createElement('input')
    Object.assign(input, {
      type,
      placeholder,
      autocomplete: 'off',
      spellcheck: false,
      value: sessionStorage.getItem(name) ?? '',
    })
    input.addEventListener('input', () => {
      sessionStorage.setItem(name, input.value.trim())
      fill()
    })
    element.append(label, input)
    return element
  }
}
