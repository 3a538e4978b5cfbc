import { textFormats } from '@goodword/contract/frame/formats'
import { Refusal } from '@goodword/contract/frame/refusal'
import { MAX_APPEAL_CHARACTERS } from '@goodword/domain/moderation/appeal'
import { isTenantAlias } from '@goodword/domain/values/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../../../engine/foundation/escape-html.ts'
import type { Context } from '../../../frame/context.ts'
import { type Limits, noLimits } from '../../../frame/http/limits/limits.ts'
import {
  type PlainPageLanguage,
  plainPageLanguage,
  sendPlainPage,
} from '../../../frame/http/page/plain-page.ts'
import { parseQuery, type RawQuery } from '../../../frame/http/requests/query.ts'
import { publicNameOf } from '../../../frame/program/program-of.ts'
import { readSettings } from '../../../frame/program/read-settings.ts'
import { findEnabledTenant } from '../../../frame/tenants/find-caller.ts'
import { appealReferral, type HeldReferral, readAppeal } from '../../../referring/referrals/appeal.ts'

type Path = { readonly tenantAlias: string; readonly token: string }

const PATH = '/appeal/:tenantAlias/:token'
/** A text of 500 characters is up to 6,000 bytes long in a form. */
const BODY_LIMIT_BYTES = 8192

/**
 * `/appeal/{tenant}/{token}`, without a login: the link in the notice to a referrer whose referral is checked. A GET shows a
 * form and changes nothing; a POST stores the text. An unknown link and one after the decision show the same page.
 */
export function serveAppealLinks(
  app: FastifyInstance,
  ctx: Context,
  { limits = noLimits }: { readonly limits?: Limits },
): void {
  void app.register(async (links) => {
    links.removeAllContentTypeParsers()
    const form = { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES } as const
    links.addContentTypeParser('application/x-www-form-urlencoded', form, async (_: unknown, text: string) =>
      parseQuery(text, BODY_LIMIT_BYTES),
    )
    links.get<{ Params: Path }>(PATH, (request, reply) => onLink(request, reply, null))
    links.post<{ Params: Path }>(PATH, { bodyLimit: BODY_LIMIT_BYTES }, (request, reply) =>
      onLink(request, reply, textIn(request.body)),
    )
  })

  async function onLink(
    request: FastifyRequest<{ Params: Path }>,
    reply: FastifyReply,
    text: string | null,
  ): Promise<FastifyReply> {
    const { tenantAlias, token } = request.params
    const tenant = isTenantAlias(tenantAlias) ? await findEnabledTenant(ctx, tenantAlias) : null
    if (tenant === null) return sendUnknown(plainPageLanguage(reply, {}), reply)
    const { tenantId } = tenant
    return limits.run(tenant, 'tracking', async () => {
      const settings = await readSettings(ctx, tenantId)
      const programName = publicNameOf(settings)
      const language = plainPageLanguage(reply, settings.texts)
      const found = await readAppeal(ctx, tenantId, token)
      if (found === null) return sendUnknown(language, reply)
      const page = { path: request.url, programName, found, language, reply }
      if (found.isAppealed) return sendDone(page, text === null ? 200 : 409)
      if (text === null) return sendForm(page, null)
      if (!textFormats.reason.check(text)) return sendForm(page, text)
      try {
        await appealReferral(ctx, tenantId, { token, text })
      } catch (error) {
        if (error instanceof Refusal && error.code === 'APPEAL_NOT_FOUND') return sendUnknown(language, reply)
        if (!(error instanceof Refusal && error.code === 'ALREADY_APPEALED')) throw error
      }
      return sendDone(page, 200)
    })
  }
}

/** Browsers send the ends of lines as two characters, which the form counts as one. Copied text has tabs. */
function textIn(body: unknown): string {
  const form = typeof body === 'object' && body !== null ? (body as RawQuery) : {}
  return typeof form.text === 'string' ? form.text.replaceAll('\r\n', '\n').replaceAll('\t', ' ') : ''
}

type AppealPage = {
  readonly path: string
  readonly programName: string
  readonly found: HeldReferral
  readonly language: PlainPageLanguage
  readonly reply: FastifyReply
}

/** `refused` is a text that cannot be kept: none, or one that is too long. */
function sendForm({ path, programName, found, language, reply }: AppealPage, refused: string | null) {
  const { translate } = language
  const number = String(MAX_APPEAL_CHARACTERS)
  const fault =
    refused === null
      ? ''
      : `<p id="fault" class="fault" role="alert">${escapeHtml(translate('appeal.refused', { number }))}</p>\n`
  const [state, described] = refused === null ? ['', 'hint'] : [' aria-invalid="true"', 'fault hint']
  return sendPlainPage(reply, language, {
    status: refused === null ? 200 : 400,
    title: translate('appeal.asked.title'),
    body: `<p>${escapeHtml(translate('appeal.asked.text', { programName }))}</p>
${dateText(language, found)}<form method="post" action="${escapeHtml(path)}">
<label class="above" for="text">${escapeHtml(translate('appeal.label'))}</label>
<textarea id="text" name="text" rows="6" required maxlength="${MAX_APPEAL_CHARACTERS}" aria-describedby="${described}"${state}>${escapeHtml(refused ?? '')}</textarea>
${fault}<p id="hint">${escapeHtml(translate('appeal.hint', { number }))}</p>
<button class="main">${escapeHtml(translate('appeal.button'))}</button>
</form>`,
  })
}

function sendDone({ programName, found, language, reply }: AppealPage, status: number) {
  const { translate } = language
  return sendPlainPage(reply, language, {
    status,
    title: translate('appeal.done.title'),
    body: `<p role="status">${escapeHtml(translate('appeal.done.text', { programName }))}</p>
${dateText(language, found)}`,
  })
}

function dateText({ translate, date }: PlainPageLanguage, { endsAt }: HeldReferral): string {
  if (endsAt === null) return ''
  return `<p>${escapeHtml(translate('appeal.until', { date: date(endsAt) }))}</p>\n`
}

function sendUnknown(language: PlainPageLanguage, reply: FastifyReply): FastifyReply {
  return sendPlainPage(reply, language, {
    status: 404,
    title: language.translate('appeal.unknown.title'),
    body: `<p>${escapeHtml(language.translate('appeal.unknown.text'))}</p>`,
  })
}
