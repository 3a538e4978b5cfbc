import { ControlError, notThere } from '@goodword/sandbox/control/control-error'
import { momentText } from '@goodword/sandbox/control/moment-text'
import { type Html, html } from '@goodword/sandbox/page/html'
import { bare } from '@goodword/sandbox/page/ledger'
import { sendPage } from '@goodword/sandbox/page/send-page'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clockOf } from '../lookup/find.ts'
import type { StripeAccount } from '../model/account.ts'
import type { PortalSession } from '../model/portal.ts'
import type { Subscription } from '../model/subscription.ts'
import { readCancellation, readUpdate } from '../resources/subscriptions/update-subscription.ts'
import { Params } from '../wire/params.ts'
import { type Gateway, workBy } from '../work.ts'
import { contentPolicy } from './content-policy.ts'

const PATH = '/p/session/:id'

/** The portal where a customer ends subscriptions: at Stripe it has this path on another host. */
export function servePortal(scope: FastifyInstance, gateway: Gateway): void {
  scope.get(PATH, (request, reply) => show(gateway, request, reply))
  scope.post(PATH, (request, reply) => {
    const { account, session, isCancelable } = foundBy(gateway, request)
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
    const subscription = account.subscriptions.get(form.get('subscription') ?? '')
    if (subscription?.customer !== session.customer || !isCancelable) {
      throw new ControlError('CONFLICT', 'This cannot be done in the portal.')
    }
    change(gateway, account, session, subscription, form.get('act') === 'cancel')
    return reply.redirect(`/p/session/${session.id}`, 303)
  })
}

function change(
  gateway: Gateway,
  account: StripeAccount,
  { configuration, customer }: PortalSession,
  { id }: Subscription,
  ends: boolean,
): void {
  const work = workBy(gateway, account, clockOf(account, customer))
  const cancel = account.portalConfigurations.get(configuration)?.features.subscriptionCancel
  if (!ends || cancel?.mode !== 'immediately') {
    readUpdate(new Params({ cancel_at_period_end: `${ends}` }), id)(work)
    return
  }
  const [prorates, invoices] = [cancel.proration !== 'none', cancel.proration === 'always_invoice']
  readCancellation(new Params({ prorate: `${prorates}`, invoice_now: `${invoices}` }), id)(work)
}

function show(gateway: Gateway, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { account, session, isCancelable } = foundBy(gateway, request)
  reply.header('content-security-policy', contentPolicy(null))
  const live = Array.from(account.subscriptions.values()).filter((it) => {
    return it.customer === session.customer && it.endedAt === null
  })
  const rows = live.map((it) => row(account, it, isCancelable))
  return sendPage(
    reply,
    bare(
      'Portal',
      html`${live.length === 0 ? html`<p class="empty">There are no subscriptions.</p>` : html`<table><tbody>${rows}</tbody></table>`}
      ${session.returnUrl !== null && html`<p><a href="${session.returnUrl}">Back to the shop</a></p>`}`,
    ),
  )
}

function row(account: StripeAccount, it: Subscription, isCancelable: boolean): Html {
  const names = it.items.map(({ price }) => {
    const product = account.prices.get(price)?.product ?? ''
    return account.products.get(product)?.name ?? price
  })
  const until = momentText(it.periodEnd * 1000)
  const [act, text] = it.cancelAtPeriodEnd ? ['keep', 'Keep it'] : ['cancel', 'Cancel']
  return html`<tr><th scope="row">${names.join(', ')}</th><td>${it.cancelAtPeriodEnd ? `ends ${until}` : `renews ${until}`}</td>
    <td>${isCancelable && html`<form method="post"><input type="hidden" name="subscription" value="${it.id}"><button name="act" value="${act}">${text}</button></form>`}</td></tr>`
}

function foundBy(
  { accounts }: Gateway,
  { params }: FastifyRequest,
): { readonly account: StripeAccount; readonly session: PortalSession; readonly isCancelable: boolean } {
  const { id = '' } = params as Record<string, string>
  for (const account of accounts.values()) {
    const session = account.portalSessions.get(id)
    if (session === undefined) continue
    const { features } = account.portalConfigurations.get(session.configuration) ?? {}
    return { account, session, isCancelable: features?.subscriptionCancel.enabled === true }
  }
  throw notThere(`portal session ${id}`)
}
