import { notThere } from '@goodword/sandbox/control/control-error'
import { html } from '@goodword/sandbox/page/html'
import { bare } from '@goodword/sandbox/page/ledger'
import { sendPage } from '@goodword/sandbox/page/send-page'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticate, intentOf } from '../control/authentication-routes.ts'
import type { StripeAccount } from '../model/account.ts'
import type { PaymentIntent, SetupIntent } from '../model/payment.ts'
import { amountText } from '../money/currencies.ts'
import { secretOf } from '../objects/intent-json.ts'
import type { Gateway } from '../work.ts'
import { contentPolicy } from './content-policy.ts'

const PATH = '/redirect/authenticate/:id'

/** The page of a bank where a customer authenticates a payment: in `next_action` it has this path on another host. */
export function serveAuthentication(scope: FastifyInstance, gateway: Gateway): void {
  scope.get(PATH, (request, reply) => {
    const { intent } = foundBy(gateway, request)
    return show(reply, intent)
  })
  scope.post(PATH, (request, reply) => {
    const { account, intent } = foundBy(gateway, request)
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
    const succeeds = form.get('outcome') === 'succeeds'
    if (intent.status === 'requires_action') authenticate(gateway, account, intent.id, succeeds)
    return intent.returnUrl === null ? show(reply, intent) : reply.redirect(returnUrlOf(intent), 303)
  })
}

function show(reply: FastifyReply, intent: PaymentIntent | SetupIntent): FastifyReply {
  reply.header('content-security-policy', contentPolicy(intent.returnUrl))
  const what = 'amount' in intent ? amountText(intent.amount, intent.currency) : 'a card for later payments'
  return sendPage(
    reply,
    bare(
      'Authentication',
      intent.status === 'requires_action'
        ? html`<p>The bank asks whether it is you who pays: ${what}.</p>
          <form method="post">
            <p><button class="primary" name="outcome" value="succeeds">Complete</button> <button name="outcome" value="fails">Fail</button></p>
          </form>`
        : html`<p>There is nothing to authenticate: ${intent.status.replace(/_/g, ' ')}.</p>`,
    ),
  )
}

/** The merchant's page, with what Stripe adds. */
function returnUrlOf(intent: PaymentIntent | SetupIntent): string {
  const url = new URL(intent.returnUrl ?? '')
  const name = 'amount' in intent ? 'payment_intent' : 'setup_intent'
  url.searchParams.set(name, intent.id)
  url.searchParams.set(`${name}_client_secret`, secretOf(intent))
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed')
  return url.href
}

function foundBy(
  { accounts }: Gateway,
  { params }: FastifyRequest,
): { readonly account: StripeAccount; readonly intent: PaymentIntent | SetupIntent } {
  const { id = '' } = params as Record<string, string>
  for (const account of accounts.values()) {
    const intent = intentOf(account, id)
    if (intent !== null) return { account, intent }
  }
  throw notThere(`payment intent or setup intent ${id}`)
}
