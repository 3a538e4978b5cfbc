import { mailKinds } from '@goodword/domain/outbound/mail'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../frame/context.ts'
import { type Limits, noLimits } from '../../../frame/http/limits/limits.ts'
import { parseQuery, type RawQuery } from '../../../frame/http/requests/query.ts'
import {
  findSubscription,
  readSubscription,
  refuseInvitations,
  type Subscription,
  setSubscription,
} from '../unsubscribe.ts'
import { sendInvitationsPage, sendSubscriptionPage, sendUnknownLinkPage } from './unsubscribe-page.ts'

type Path = { readonly tenantAlias: string; readonly token: string }

const PATH = '/unsubscribe/:tenantAlias/:token'
const BODY_LIMIT_BYTES = 4096

/**
 * `/unsubscribe/{tenant}/{token}`, without a login: the link in e-mails. A GET shows a page and changes nothing, because
 * programs that check links open them. A POST unsubscribes, as mail services do at one click (RFC 8058); the form of the page
 * may choose kinds, or subscribe again. With `?about=invitations`, the link in invitations, it is about these alone.
 */
export function serveUnsubscribeLinks(
  app: FastifyInstance,
  ctx: Context,
  { limits = noLimits }: { readonly limits?: Limits },
): void {
  // A plugin of its own: RFC 8058 allows both kinds of forms. Of the second no field is needed.
  void app.register(async (links) => {
    links.removeAllContentTypeParsers()
    const form = { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES } as const
    links.addContentTypeParser('application/x-www-form-urlencoded', form, async (_: unknown, text: string) =>
      parseQuery(text, BODY_LIMIT_BYTES),
    )
    links.addContentTypeParser('multipart/form-data', form, async () => ({}))
    links.get<{ Params: Path }>(PATH, (request, reply) =>
      onLink(request, reply, async (subscription) => {
        const state = await readSubscription(ctx, subscription)
        if (isAboutInvitations(request))
          return sendInvitationsPage(reply, request.url, state.program, 'asked')
        return sendSubscriptionPage(reply, request.url, state, 'asked')
      }),
    )
    links.post<{ Params: Path }>(PATH, { bodyLimit: BODY_LIMIT_BYTES }, (request, reply) =>
      onLink(request, reply, async (subscription) => {
        if (isAboutInvitations(request)) {
          const program = await refuseInvitations(ctx, subscription)
          return sendInvitationsPage(reply, request.url, program, 'done')
        }
        const change = changeIn(request.body)
        const state = await setSubscription(ctx, subscription, change)
        return sendSubscriptionPage(reply, request.url, state, 'wanted' in change ? 'chosen' : 'done')
      }),
    )
  })

  async function onLink(
    request: FastifyRequest<{ Params: Path }>,
    reply: FastifyReply,
    answer: (subscription: Subscription) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const { tenantAlias, token } = request.params
    const subscription = await findSubscription(ctx, tenantAlias, token)
    if (subscription === null) return sendUnknownLinkPage(reply)
    return limits.run(subscription, 'tracking', () => answer(subscription))
  }
}

function isAboutInvitations({ query }: FastifyRequest): boolean {
  return (query as RawQuery).about === 'invitations'
}

/** Anything but the form's own words unsubscribes. */
function changeIn(body: unknown): Parameters<typeof setSubscription>[2] {
  const form = typeof body === 'object' && body !== null ? (body as RawQuery) : {}
  if (form.action === 'save') return { wanted: mailKinds.filter((it) => form[`keep_${it}`] !== undefined) }
  return { isSubscribed: form.action === 'subscribe' }
}
