import { dark, light, SYSTEM_FACE } from '@goodword/contract/brand/tokens'
import { inkOn, parseColor, WHITE } from '@goodword/contract/pages/color'
import { escapeHtml } from '../../../engine/foundation/escape-html.ts'
import type { MailTexts } from './mail-texts.ts'

/** The default of the widget. */
const DEFAULT_ACCENT = light.accent

/**
 * The HTML part of an e-mail: one column, styles inline, and nothing that is loaded but the merchant's logo. The style element only
 * sets the colors of dark mode, which inline styles cannot.
 */
export function mailHtml(texts: MailTexts): string {
  const { language, direction, subject, heading, greeting, paragraphs, footer, privacy, unsubscribe } = texts
  const links = [privacy, unsubscribe].filter((it) => it !== null)
  const body = [greeting, ...paragraphs].map(
    (it) => `<p class="text" style="${TEXT}">${linked(it, texts.shareLink)}</p>`,
  )
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
.page { background: ${dark.page} !important }
.card { background: ${dark.surface} !important; border-color: ${dark.line} !important }
.text { color: ${dark.text} !important }
.soft, .soft a { color: ${dark.soft} !important }
.text a { color: ${dark.link} !important }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${light.page}">
<div class="page" lang="${escapeHtml(language)}" dir="${direction}" style="background:${light.page};padding:24px 12px">
<main>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="card" style="max-width:560px;margin:0 auto;background:${light.surface};border:1px solid ${light.line};border-radius:10px;border-collapse:separate">
<tr><td style="padding:28px 24px">
${logo(texts)}<h1 class="text" style="${FONT};margin:0 0 20px;font-size:22px;line-height:1.3;font-weight:700;color:${light.text}">${escapeHtml(heading)}</h1>
${body.join('\n')}
${button(texts)}</td></tr>
</table>
</main>
<footer style="max-width:560px;margin:0 auto;padding:16px 24px 0">
${footer.map((it) => `<p class="soft" style="${SOFT}">${broken(it)}</p>`).join('\n')}
${links.map(({ text, link }) => `<p class="soft" style="${SOFT}"><a href="${escapeHtml(link)}" style="color:${light.soft};text-decoration:underline">${escapeHtml(text)}</a></p>`).join('\n')}
</footer>
</div>
</body>
</html>
`
}

const FONT = `font-family:${SYSTEM_FACE}`

const TEXT = `${FONT};margin:0 0 16px;font-size:16px;line-height:1.55;color:${light.text};overflow-wrap:anywhere`

const SMALL = `${FONT};margin:0;font-size:14px;line-height:1.5;color:${light.text};overflow-wrap:anywhere`

const SOFT = `${FONT};margin:0 0 12px;font-size:13px;line-height:1.5;color:${light.soft};overflow-wrap:anywhere`

/** A program that shows no images shows the name in the text's own color. */
function logo({ logo: it }: MailTexts): string {
  if (it === null) return ''
  return `<p class="text" style="${TEXT};margin-bottom:20px;font-weight:600"><img src="${escapeHtml(it.link)}" alt="${escapeHtml(it.text)}" height="40" style="height:40px;width:auto;max-width:100%;border:0;vertical-align:middle"></p>\n`
}

function button({ button: it, accentColor }: MailTexts): string {
  if (it === null) return ''
  const { background, ink } = buttonColors(accentColor)
  const style = `${FONT};display:inline-block;padding:12px 20px;border-radius:8px;border:1px solid ${background};background:${background};color:${ink};font-size:16px;line-height:1.3;font-weight:600;text-decoration:none`
  // The address as text too: it is there to be copied.
  return `<p style="margin:24px 0 12px"><a href="${escapeHtml(it.link)}" style="${style}">${escapeHtml(it.text)}</a></p>
<p class="text" style="${SMALL}">${linked(it.link, it.link)}</p>\n`
}

/** A paragraph in which the share link is a link. */
function linked(text: string, shareLink: string): string {
  const link = `<a href="${escapeHtml(shareLink)}" style="color:${light.link}">${escapeHtml(shareLink)}</a>`
  return text.split(shareLink).map(broken).join(link)
}

function broken(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}

/** The background of a button, as `#rrggbb`, and black or white on it, whichever has more contrast. */
function buttonColors(accent: string | null): { readonly background: string; readonly ink: string } {
  const background = accent ?? DEFAULT_ACCENT
  return { background, ink: inkOn(parseColor(background)) === WHITE ? '#ffffff' : '#000000' }
}
