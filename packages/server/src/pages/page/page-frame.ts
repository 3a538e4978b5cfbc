import { hostedPage } from '@goodword/contract/words/areas/hosted-page'
import type { Language } from '@goodword/contract/words/language'
import { speak } from '@goodword/contract/words/speak'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../../engine/foundation/escape-html.ts'
import { styleHashes } from '../../frame/http/headers/style-hashes.ts'
import { acceptedLanguages } from '../../frame/http/requests/accepted-languages.ts'
import type { FullSettings } from '../../frame/program/program-of.ts'
import { publicNameOf } from '../../frame/program/program-of.ts'
import { pageStyle } from './page-style.ts'

export type PageLanguage = Language<typeof hostedPage.en>

/** The content of a page of a program, in HTML. */
export type PageContent = {
  readonly status?: number
  readonly title: string
  readonly body: string
  /** The content at the end of the bar at the top. */
  readonly bar?: string
  /** The script of the page, which works together with the script for merchants' pages; none without. */
  readonly script?: { readonly address: string; readonly attributes: Readonly<Record<string, string>> }
}

/** The settings that a page is dressed in: those of its program, or none where there is no program. */
export type PageProgram = Pick<FullSettings, 'name' | 'publicName' | 'theme' | 'emails' | 'texts'>
export const noProgram: PageProgram = { name: '', publicName: null, theme: {}, emails: null, texts: {} }

/** The language of the visitor, or that of the program's e-mails. */
export function pageLanguage(reply: FastifyReply, program: PageProgram): PageLanguage {
  return languageOfPage(acceptedLanguages(reply.request.headers['accept-language']), program)
}

export function languageOfPage(accepted: readonly string[], { emails, texts }: PageProgram): PageLanguage {
  return speak(hostedPage, [...accepted, emails?.language], undefined, { part: 'hostedPage', texts })
}

/** Sends a page of a program: no cache keeps it, no search engine lists it, and no other page frames it. */
export function sendPage(
  reply: FastifyReply,
  baseUrl: string,
  program: PageProgram,
  content: PageContent,
): FastifyReply {
  const language = pageLanguage(reply, program)
  const html = pageHtml(baseUrl, program, language, content)
  return (
    reply
      .code(content.status ?? 200)
      .header('Cache-Control', 'no-store')
      // Forms of a page with `no-referrer` would say that they come from nowhere.
      .header('Referrer-Policy', 'same-origin')
      .header('X-Robots-Tag', 'noindex')
      .header('Content-Language', language.language)
      .header('Vary', 'Accept-Language, Cookie')
      .header('Content-Security-Policy', policyOf(html, baseUrl, program, content.script !== undefined))
      .type('text/html; charset=utf-8')
      .send(html)
  )
}

function policyOf(html: string, baseUrl: string, { theme }: PageProgram, hasScript: boolean): string {
  const origin = new URL(baseUrl).origin
  const logo = theme.logo !== undefined && URL.canParse(theme.logo) ? [new URL(theme.logo).origin] : []
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `style-src ${styleHashes(html)}`,
    `img-src ${["'self'", origin, ...logo].join(' ')}`,
    ...(hasScript
      ? [
          `script-src ${origin}`,
          `connect-src 'self' ${origin}`,
          `frame-src ${origin}`,
          "trusted-types 'none'",
        ]
      : []),
    "require-trusted-types-for 'script'",
  ].join('; ')
}

/** The page is painted once all of it is there: a part of the bar would move when the rest arrives. */
export function pageHtml(
  baseUrl: string,
  program: PageProgram,
  { language, direction }: PageLanguage,
  { title, body, bar = '', script }: PageContent,
): string {
  const { theme } = program
  const name = publicNameOf(program)
  const logo =
    theme.logo === undefined
      ? `<bdi>${escapeHtml(name)}</bdi>`
      : `<img src="${escapeHtml(theme.logo)}" alt="${escapeHtml(name)}">`
  const attributes = Object.entries(script?.attributes ?? {}).map(
    ([attribute, value]) => ` ${attribute}="${escapeHtml(value)}"`,
  )
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="expect" href="#content" blocking="render">
<title>${escapeHtml([title, name].filter((it) => it !== '').join(' – '))}</title>
<style>${pageStyle(theme)}</style>
${script === undefined ? '' : `<script src="${escapeHtml(script.address)}"${attributes.join('')} defer></script>\n<script src="${escapeHtml(baseUrl)}/s/v1/goodword.js" async></script>`}
</head>
<body>
<header class="bar">${logo}${bar}</header>
<main id="content">
${body}
</main>
</body>
</html>
`
}
