import type { WidgetTexts } from '@goodword/contract/pages/widget-texts'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../../engine/foundation/escape-html.ts'
import { type PlainPageLanguage, plainPageLanguage, sendPlainPage } from '../../frame/http/page/plain-page.ts'
import type { CustomDomains, VisitorPages } from '../../frame/http/requests/request-head.ts'

export const SHARE_LINKS = '/r/'

/** Why a share link leads nowhere. */
export type SharePage = 'unavailable' | 'notReady' | 'unknown'

/** The pages for visitors: share links, on the address of the service and on custom domains. */
export function sharePages(domains: CustomDomains): VisitorPages {
  return { prefix: SHARE_LINKS, domains, sendUnknown: (reply) => sendSharePage(reply, 'unknown') }
}

type SharePageOptions = {
  /** The texts of the program that the link is of, where it is known. */
  readonly texts?: WidgetTexts
  readonly status?: 404 | 429 | 503
  /** The page of the program, where it has one. */
  readonly landingPage?: string | null
}

/** The page for a link without a target, in the visitor's language if there is a translation. */
export function sendSharePage(
  reply: FastifyReply,
  page: SharePage,
  { texts = {}, landingPage = null, status = page === 'unavailable' ? 503 : 404 }: SharePageOptions = {},
): FastifyReply {
  const language = plainPageLanguage(reply, texts)
  const title = language.translate(`shareLink.${page}.title`)
  const text = language.translate(`shareLink.${page}.text`)
  const way = page === 'unknown' && landingPage !== null ? wayOn(language, landingPage) : ''
  return sendPlainPage(reply, language, { status, title, body: `<p>${escapeHtml(text)}</p>${way}` })
}

/** A link to the page of the program, for a person whose code does not work. */
function wayOn(language: PlainPageLanguage, landingPage: string): string {
  const text = language.translate('shareLink.unknown.open', { site: new URL(landingPage).host })
  return `\n<p><a class="button" href="${escapeHtml(landingPage)}">${escapeHtml(text)}</a></p>`
}
