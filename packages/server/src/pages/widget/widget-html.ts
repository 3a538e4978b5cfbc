import { type LanguageTag, languages } from '@goodword/contract/words/languages'
import type { OwnWords } from '@goodword/contract/words/own-words'
import { escapeHtml } from '../../engine/foundation/escape-html.ts'
import type { FullSettings } from '../../frame/program/program-of.ts'
import { publicNameOf } from '../../frame/program/program-of.ts'

/** A program's widget, and the origins whose pages may show it. */
export type WidgetFrame = {
  readonly alias: string
  readonly origins: readonly string[]
  readonly settings: FullSettings
  readonly language: LanguageTag
  /** The merchant's words in the place of ours. */
  readonly ownWords: OwnWords
}

export type WidgetFiles = { readonly script: string; readonly style: string; readonly qr: string }
type FilesWithWords = WidgetFiles & { readonly words: Readonly<Record<LanguageTag, string>> }

/** The data that the widget needs at its start is in attributes, because inline scripts are not allowed. */
export function widgetHtml(
  { alias, origins, settings, language, ownWords }: WidgetFrame,
  { script, style, qr, words }: FilesWithWords,
): string {
  const attributes = {
    'data-alias': alias,
    'data-origins': origins.join(' '),
    'data-theme': JSON.stringify(settings.theme),
    'data-words': JSON.stringify(ownWords),
    'data-qr': qr,
  }
  const dataAttributes = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  return `<!doctype html>
<html lang="${language}" dir="${languages[language].direction}"${dataAttributes.join('')}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(publicNameOf(settings))}</title>
<link rel="stylesheet" href="${style}">
<script src="${words[language]}" defer></script>
<script src="${script}" defer></script>
</head>
<body>
<main id="widget"></main>
<noscript>This needs JavaScript.</noscript>
</body>
</html>
`
}

/** A page without a program, for the portal: its script gets its content by messages. */
export function previewHtml(title: string, script: string, style?: string): string {
  const link = style === undefined ? '' : `<link rel="stylesheet" href="../widget/${style}">\n`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
${link}<script src="../widget/${script}" defer></script>
</head>
<body>
<main id="preview" aria-label="${title}"></main>
</body>
</html>
`
}

/** Where there is nothing to show. */
export function widgetProblemHtml(text: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(text)}</title>
</head>
<body>
<p>${escapeHtml(text)}</p>
</body>
</html>
`
}
