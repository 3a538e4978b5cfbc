import { Refusal } from '@goodword/contract/frame/refusal'
import { chooseLocale, knownLanguage } from '@goodword/contract/words/languages'
import { type OwnWords, ownWordsFor } from '@goodword/contract/words/own-words'
import { isTenantAlias, type TenantId } from '@goodword/domain/values/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../frame/context.ts'
import { type Limits, noLimits } from '../../frame/http/limits/limits.ts'
import { acceptedLanguages } from '../../frame/http/requests/accepted-languages.ts'
import { logFailure } from '../../frame/http/server/log-failure.ts'
import { serveFile } from '../../frame/http/server/static-file.ts'
import type { FullSettings } from '../../frame/program/program-of.ts'
import { readSettings } from '../../frame/program/read-settings.ts'
import { findEnabledTenant } from '../../frame/tenants/find-caller.ts'
import { pageAddress } from '../../referring/hosted-page/page-address.ts'
import { serveWidgetFiles } from './widget-files.ts'
import { previewHtml, type WidgetFrame, widgetHtml, widgetProblemHtml } from './widget-html.ts'

const policy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Addresses of pictures are typed, and shown before they are saved.
  // Pictures of the demo are on this machine.
  'img-src https: http://127.0.0.1:*',
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** `/widget/{tenant}`: the page that merchants embed as an iframe. It has no data of the viewer. */
export function serveWidget(app: FastifyInstance, ctx: Context, limits: Limits = noLimits): void {
  const { preview, offerPreview, ...files } = serveWidgetFiles(app)
  servePreviews(app, { style: files.style, widget: preview, offer: offerPreview })
  app.get<{ Params: { tenantAlias: string }; Querystring: { locale?: unknown } }>(
    '/widget/:tenantAlias',
    { errorHandler: showFailure },
    async (request, reply) => {
      const { tenantAlias } = request.params
      const settings = await settingsFor(ctx, limits, tenantAlias)
      if (settings === null) return sendProblem(reply, 404, 'There is no program with this alias.')
      const preferred = preferredLanguages(request, settings)
      const { language } = chooseLocale(preferred)
      const frame = {
        alias: tenantAlias,
        origins: framingOrigins(ctx, tenantAlias as TenantId, settings),
        settings,
        language,
        ownWords: ownWords(settings, preferred),
      }
      reply.header('Vary', 'Accept-Language')
      return send(reply, policyOf(frame), widgetHtml(frame, files))
    },
  )
}

/** The settings of the program that a path names; null for none. */
export async function settingsFor(
  ctx: Context,
  { run }: Limits,
  alias: string,
): Promise<FullSettings | null> {
  if (!isTenantAlias(alias)) return null
  const tenant = await findEnabledTenant(ctx, alias)
  if (tenant === null) return null
  return run(tenant, 'tracking', () => readSettings(ctx, tenant.tenantId))
}

/** The language of the page around the frame, which its script names, then those of the browser and of the program. */
function preferredLanguages(
  { query, headers }: FastifyRequest<{ Querystring: { locale?: unknown } }>,
  { emails }: FullSettings,
): readonly (string | undefined)[] {
  const named = typeof query.locale === 'string' ? [query.locale] : []
  return [...named, ...acceptedLanguages(headers['accept-language']), emails?.language]
}

/** The merchant's words in the language of the page, which there may be no words of ours in, else in the one that is shown. */
function ownWords({ texts }: FullSettings, preferred: readonly (string | undefined)[]): OwnWords {
  const [first = ''] = preferred
  return ownWordsFor(texts, knownLanguage(first) === null ? first : chooseLocale(preferred).locale)
}

/** The landing page's origin, the listed ones, and those of the hosted page if the program has one. */
function framingOrigins(
  ctx: Context,
  tenantId: TenantId,
  { landingPage, allowedOrigins, hostedPage }: FullSettings,
): readonly string[] {
  const own = hostedPage.enabled ? [ctx.baseUrl, pageAddress(ctx, tenantId)] : []
  const addresses = landingPage === null ? allowedOrigins : [landingPage, ...allowedOrigins]
  return [...new Set([...addresses, ...own].flatMap(originOf))]
}

/** The origin as browsers write it; none for an address that no browser can open. */
function originOf(address: string): readonly string[] {
  return URL.canParse(address) ? [new URL(address).origin] : []
}

function policyOf({ origins, settings }: WidgetFrame): string {
  const [logoOrigin = "'none'"] = originOf(settings.theme.logo ?? '')
  return [
    ...strict,
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src ${logoOrigin}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(' ')}`,
  ].join('; ')
}

const strict = ["default-src 'none'", "base-uri 'none'", "form-action 'none'"]

/** Can be embedded anywhere: it has no personal data. */
function sendProblem(reply: FastifyReply, status: 400 | 404 | 429 | 503, text: string): FastifyReply {
  return send(reply.code(status), strict.join('; '), widgetProblemHtml(text))
}

function send(reply: FastifyReply, policy: string, page: string): FastifyReply {
  return reply
    .header('Cache-Control', 'no-cache')
    .header('Content-Security-Policy', policy)
    .header('Referrer-Policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(page)
}

function showFailure(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof Refusal) {
    request.refusal = error
    if (error.code === 'TOO_MANY_REQUESTS') {
      sendProblem(
        reply.header('Retry-After', String(error.retryAfterSeconds ?? 1)),
        429,
        'There are too many requests at the moment. Please try again in a moment.',
      )
      return
    }
    sendProblem(reply, 400, 'This request is not valid. Check the URL of the frame.')
    return
  }
  logFailure(request, error)
  sendProblem(
    reply.header('Retry-After', '5'),
    503,
    'This could not be loaded. Please try again in a moment.',
  )
}

type PreviewFiles = { readonly style: string; readonly widget: string; readonly offer: string }

/**
 * `/portal/widget-preview` and `/portal/offer-preview`: the widget, and what friends see of an offer, with content that the
 * portal sends by messages, for settings that are not saved yet. They have no data, load none, and only the portal may
 * frame them.
 */
function servePreviews(app: FastifyInstance, { style, widget, offer }: PreviewFiles): void {
  servePreview(app, '/portal/widget-preview', previewHtml('Preview of the widget', widget, style))
  servePreview(app, '/portal/offer-preview', previewHtml('Preview of what friends see', offer))
}

function servePreview(app: FastifyInstance, path: string, html: string): void {
  serveFile(app, path, {
    type: 'text/html',
    content: () => Buffer.from(html),
    caching: 'no-cache',
    headers: {
      'Content-Security-Policy': policy,
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'SAMEORIGIN',
    },
  })
}
