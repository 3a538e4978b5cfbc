import { Refusal } from '@goodword/contract/frame/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../frame/context.ts'
import { clientOf } from '../../frame/http/limits/client.ts'
import { type Limits, noLimits } from '../../frame/http/limits/limits.ts'
import { parseQuery, type RawQuery } from '../../frame/http/requests/query.ts'
import { TooLate } from '../../frame/http/server/connections.ts'
import { tooLate } from '../../frame/http/server/errors.ts'
import { logFailure } from '../../frame/http/server/log-failure.ts'
import { requestSignIn } from '../../outbound/mails/request-sign-in.ts'
import { lookUpCode } from '../../referring/codes/look-up-codes.ts'
import { endPageSession, findPageSession, switchPageUser } from '../../referring/hosted-page/page-session.ts'
import { openLink, useLink } from '../../referring/hosted-page/use-link.ts'
import { signKnownUser } from '../../referring/identification/sign-user.ts'
import { widgetAssets } from '../widget/widget-assets.generated.ts'
import { serveWidgetAsset } from '../widget/widget-files.ts'
import { noProgram, type PageContent, pageLanguage, sendPage } from './page-frame.ts'
import {
  clearCookies,
  findPage,
  type PageSite,
  requireOwnPage,
  sessionToken,
  setSessionCookie,
} from './page-site.ts'
import { enterView, homeView, noticeView, sentView, signInView } from './page-views.ts'

const BODY_LIMIT_BYTES = 4096
/** Tokens of the page's script are made anew before they end; none can be taken back. */
const TOKEN_MS = 5 * 60_000

type Params = { readonly tenantAlias: string; readonly token?: string }
type PageRequest = FastifyRequest<{ Params: Params }>
type Answer = (site: PageSite, request: PageRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * `/p/{tenant}`, and `/p` on a custom domain: the page of a referrer, who signs in by a link in an e-mail. Its forms work
 * without scripts; the script of the page shows the widget, with a token for calls that count as signed.
 */
export function serveHostedPage(
  app: FastifyInstance,
  ctx: Context,
  { limits = noLimits }: { readonly limits?: Limits },
): void {
  const script = `${ctx.baseUrl}/widget/${serveWidgetAsset(app, widgetAssets.page, 'js')}`
  // A plugin of its own: browsers send forms here, and JSON elsewhere.
  void app.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    const parse = { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES } as const
    pages.addContentTypeParser('application/x-www-form-urlencoded', parse, async (_: unknown, text: string) =>
      parseQuery(text, BODY_LIMIT_BYTES),
    )
    const options = { errorHandler: showFailure, bodyLimit: BODY_LIMIT_BYTES }
    const get = (path: string, answer: Answer) =>
      pages.get<{ Params: Params }>(`/p/:tenantAlias${path}`, options, (...it) => onPage(answer, ...it))
    const post = (path: string, answer: Answer) =>
      pages.post<{ Params: Params }>(`/p/:tenantAlias${path}`, options, (...it) =>
        onPage(
          async (site, request, reply) => {
            requireOwnPage(request, site)
            return answer(site, request, reply)
          },
          ...it,
        ),
      )
    get('', showHome)
    get('/', showHome)
    get('/sent', async (site, _request, reply) => show(reply, site, sentView(site, languageOf(reply, site))))
    get('/enter/:token', showLink)
    get('/*', async (site, _request, reply) => showUnknown(reply, site))
    post('/sign-in', askForLink)
    post('/enter/:token', enter)
    post('/token', giveToken)
    post('/switch', switchUser)
    post('/sign-out', signOut)
    post('/forget', signOut)
  })

  async function onPage(answer: Answer, request: PageRequest, reply: FastifyReply): Promise<FastifyReply> {
    const site = await findPage(ctx, request, request.params.tenantAlias)
    if (site === null) return showUnknown(reply, null)
    await limits.admitBrowser(site.tenant, 'tracking', reply, clientOf(request))
    return limits.run(site.tenant, 'tracking', () => answer(site, request, reply))
  }

  function show(reply: FastifyReply, site: PageSite, content: PageContent): FastifyReply {
    return sendPage(reply, ctx.baseUrl, site.settings, content)
  }

  async function showHome(site: PageSite, request: PageRequest, reply: FastifyReply): Promise<FastifyReply> {
    const token = sessionToken(request)
    const session = await findPageSession(ctx, site.tenant.tenantId, token)
    const language = languageOf(reply, site)
    if (session === null) return show(reply, site, signInView(site, language))
    setSessionCookie(reply, site, token)
    const { fault } = await lookUpCode(ctx, site.tenant.tenantId, session.user.code)
    return show(reply, site, homeView(ctx, site, session, language, { script, hasCard: fault === null }))
  }

  async function askForLink(
    site: PageSite,
    request: PageRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const email = fieldOf(request, 'email').trim()
    const language = languageOf(reply, site)
    try {
      const asked = { email, language: language.language, client: request.ip }
      await requestSignIn(ctx, site.tenant.tenantId, asked)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'VALIDATION_FAILED') throw error
      return show(reply, site, signInView(site, language, email))
    }
    return reply.redirect(`${site.path}/sent`, 303)
  }

  async function showLink(site: PageSite, request: PageRequest, reply: FastifyReply): Promise<FastifyReply> {
    await limits.admitSignIn(null, request.ip)
    const link = await openLink(ctx, site.tenant.tenantId, request.params.token ?? '')
    const language = languageOf(reply, site)
    return link === null ? showUsed(reply, site) : show(reply, site, enterView(link, language))
  }

  async function enter(site: PageSite, request: PageRequest, reply: FastifyReply): Promise<FastifyReply> {
    await limits.admitSignIn(null, request.ip)
    const chosen = fieldOf(request, 'user')
    const used = await useLink(ctx, site.tenant.tenantId, request.params.token ?? '', chosen)
    if (used.kind === 'not valid') return showUsed(reply, site)
    if (used.kind === 'choose') return show(reply, site, enterView(used.link, languageOf(reply, site)))
    // A session that the browser had before ends: its token is never used for another person.
    await endPageSession(ctx, site.tenant.tenantId, sessionToken(request))
    setSessionCookie(reply, site, used.sessionToken)
    return reply.redirect(site.path, 303)
  }

  function showUsed(reply: FastifyReply, site: PageSite): FastifyReply {
    const { translate } = languageOf(reply, site)
    const link = { path: site.path, text: translate('used.button') }
    return show(reply, site, noticeView(translate('used.title'), translate('used.text'), link, 410))
  }

  /** The page's calls of `open/…` are signed with it, as those of a merchant's page are. */
  async function giveToken(site: PageSite, request: PageRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { tenantId } = site.tenant
    const session = await findPageSession(ctx, tenantId, sessionToken(request))
    const ids =
      session === null ? null : { accountId: session.user.account, userId: session.user.external_id }
    const signed = ids === null ? null : await signKnownUser(ctx, tenantId, ids, TOKEN_MS)
    reply.header('Cache-Control', 'no-store').type('application/json; charset=utf-8')
    if (ids === null) return reply.code(401).send('{}')
    // Without a signing key the page stays as it is without scripts.
    if (signed === null) return reply.code(503).send('{}')
    return reply.send(JSON.stringify({ ...ids, jwt: signed.token, dateExpires: signed.expiresAt }))
  }

  async function switchUser(
    site: PageSite,
    request: PageRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    await switchPageUser(ctx, site.tenant.tenantId, sessionToken(request), fieldOf(request, 'user'))
    return reply.redirect(site.path, 303)
  }

  async function signOut(site: PageSite, request: PageRequest, reply: FastifyReply): Promise<FastifyReply> {
    await endPageSession(ctx, site.tenant.tenantId, sessionToken(request))
    clearCookies(reply, site)
    const { translate } = languageOf(reply, site)
    const link = { path: site.path, text: translate('left.button') }
    return show(reply, site, noticeView(translate('left.title'), translate('left.text'), link, 200))
  }

  function showUnknown(reply: FastifyReply, site: PageSite | null): FastifyReply {
    const program = site?.settings ?? noProgram
    const { translate } = pageLanguage(reply, program)
    const content = noticeView(translate('unknown.title'), translate('unknown.text'), null, 404)
    return sendPage(reply, ctx.baseUrl, program, content)
  }

  /** Errors are pages as well, in the colors of the program where it can be read. */
  async function showFailure(thrown: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const error = thrown instanceof TooLate ? tooLate(request) : thrown
    const { tenantAlias = '' } = request.params as Partial<Params>
    const site = await findPage(ctx, request, tenantAlias).catch(() => null)
    const program = site?.settings ?? noProgram
    const { translate } = pageLanguage(reply, program)
    const again = site === null ? null : { path: site.path, text: translate('again.button') }
    const code = error instanceof Refusal ? error.code : null
    if (error instanceof Refusal) request.refusal = error
    else logFailure(request, error)
    if (code === 'TOO_MANY_REQUESTS') {
      const retryAfter = error instanceof Refusal ? (error.retryAfterSeconds ?? 60) : 60
      reply.header('Retry-After', String(retryAfter))
      sendPage(
        reply,
        ctx.baseUrl,
        program,
        noticeView(translate('tooMany.title'), translate('tooMany.text'), again, 429),
      )
    } else if (code !== null && code !== 'SERVICE_UNAVAILABLE') {
      const status = code === 'FORBIDDEN_ORIGIN' ? 403 : code === 'REQUEST_TIMEOUT' ? 408 : 400
      // The rest of the body is not read.
      if (status === 408) reply.header('Connection', 'close')
      sendPage(
        reply,
        ctx.baseUrl,
        program,
        noticeView(translate('again.title'), translate('again.text'), again, status),
      )
    } else {
      const content = noticeView(translate('unavailable.title'), translate('unavailable.text'), null, 503)
      sendPage(reply.header('Retry-After', '5'), ctx.baseUrl, program, content)
    }
  }
}

function languageOf(reply: FastifyReply, { settings }: PageSite) {
  return pageLanguage(reply, settings)
}

/** A field of a form; an empty text where it is absent or repeated. */
function fieldOf({ body }: FastifyRequest, name: string): string {
  const value = typeof body === 'object' && body !== null ? (body as RawQuery)[name] : undefined
  return typeof value === 'string' ? value : ''
}
