import { toControlError } from '@goodword/sandbox/control/control-app'
import { notThere } from '@goodword/sandbox/control/control-error'
import { type Html, html } from '@goodword/sandbox/page/html'
import { bare } from '@goodword/sandbox/page/ledger'
import { sendPage } from '@goodword/sandbox/page/send-page'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { payFor } from '../control/session-routes.ts'
import { couponOf } from '../lookup/discounts.ts'
import type { StripeAccount } from '../model/account.ts'
import type { Coupon } from '../model/discount.ts'
import type { CheckoutSession } from '../model/session.ts'
import { amountText, offText } from '../money/currencies.ts'
import type { Gateway } from '../work.ts'
import { cardChoice } from './card-choice.ts'
import { contentPolicy } from './content-policy.ts'

const PATH = '/c/pay/:id'

/** The page where a customer pays for a Checkout session: at Stripe it has this path on another host. */
export function serveCheckout(scope: FastifyInstance, gateway: Gateway): void {
  scope.get(PATH, (request, reply) => show(gateway, request, reply, null))
  scope.post(PATH, (request, reply) => {
    const { account, session } = sessionOf(gateway, request)
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
    try {
      payFor(gateway, account, session.id, {
        paymentMethod: form.get('card') ?? '',
        email: form.get('email'),
        promotionCode: form.get('code') || null,
      })
    } catch (error) {
      const { status, message } = toControlError(error)
      if (status === 500) throw error
      return show(gateway, request, reply.code(status), message)
    }
    if (session.successUrl === null) return show(gateway, request, reply, null)
    return reply.redirect(session.successUrl.replace('{CHECKOUT_SESSION_ID}', session.id), 303)
  })
}

function show(
  gateway: Gateway,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: string | null,
): FastifyReply {
  const { account, session } = sessionOf(gateway, request)
  reply.header('content-security-policy', contentPolicy(session.successUrl))
  const content =
    session.status === 'open' ? form(account, session) : html`<p>This session is ${session.status}.</p>`
  return sendPage(
    reply,
    bare(
      'Checkout',
      html`${problem !== null && html`<p class="problem" role="alert">${problem}</p>`}${content}`,
    ),
  )
}

function form(account: StripeAccount, session: CheckoutSession): Html {
  const email = account.customers.get(session.customer ?? '')?.email ?? session.customerEmail
  const { currency } = session
  const tax = session.lines.reduce((sum, line) => sum + line.tax, 0)
  return html`<table><tbody>${session.items.map(({ price, quantity }, place) => {
    const name = account.products.get(account.prices.get(price)?.product ?? '')?.name ?? price
    return html`<tr><th scope="row">${name}${quantity > 1 && ` × ${quantity}`}</th>
      <td class="number">${amountText(session.lines[place]?.amount ?? 0, currency)}</td></tr>`
  })}
  ${session.discount !== null && html`<tr><th scope="row">Discount</th><td class="number">${offText(couponFor(account, session.discount))} off</td></tr>`}
  ${tax > 0 && html`<tr><th scope="row">Tax</th><td class="number">${amountText(tax, currency)}</td></tr>`}
  <tr><th scope="row">To pay now</th><td class="number">${amountText(session.amountTotal, currency)}</td></tr></tbody></table>
  <form method="post">
    <p><label>E-mail <input name="email" type="email" value="${email ?? ''}" required></label></p>
    ${cardChoice}
    ${session.allowsPromotionCodes && html`<p><label>Promotion code <input name="code" autocomplete="off"></label></p>`}
    <p><button class="primary">Pay</button></p>
  </form>
  ${session.cancelUrl !== null && html`<p><a href="${session.cancelUrl}">Back to the shop</a></p>`}`
}

function couponFor(account: StripeAccount, { kind, id }: NonNullable<CheckoutSession['discount']>): Coupon {
  return couponOf(account, kind === 'coupon' ? id : (account.promotionCodes.get(id)?.coupon ?? ''))
}

function sessionOf(
  { accounts }: Gateway,
  { params }: FastifyRequest,
): { readonly account: StripeAccount; readonly session: CheckoutSession } {
  const { id = '' } = params as Record<string, string>
  for (const account of accounts.values()) {
    const session = account.sessions.get(id)
    if (session !== undefined) return { account, session }
  }
  throw notThere(`Checkout session ${id}`)
}
