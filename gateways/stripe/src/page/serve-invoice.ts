import { notThere } from '@goodword/sandbox/control/control-error'
import { type Html, html } from '@goodword/sandbox/page/html'
import { bare } from '@goodword/sandbox/page/ledger'
import { sendPage } from '@goodword/sandbox/page/send-page'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { payInvoice } from '../billing/pay-invoice.ts'
import { clockOf } from '../lookup/find.ts'
import type { StripeAccount } from '../model/account.ts'
import type { Invoice } from '../model/invoice.ts'
import { amountText } from '../money/currencies.ts'
import { invoiceJson } from '../objects/invoice-json.ts'
import { cardOf } from '../resources/payment-methods.ts'
import { ApiError } from '../wire/api-error.ts'
import { type Gateway, workBy } from '../work.ts'
import { cardChoice } from './card-choice.ts'
import { contentPolicy } from './content-policy.ts'

const PATH = '/i/:accountId/:id'

/** The page where a customer pays an open invoice: `hosted_invoice_url` has this path on another host. */
export function serveInvoice(scope: FastifyInstance, gateway: Gateway): void {
  scope.get(PATH, (request, reply) => {
    const { account, invoice } = foundBy(gateway, request)
    return show(reply, account, invoice, null)
  })
  scope.post(PATH, (request, reply) => {
    const { account, invoice } = foundBy(gateway, request)
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
    const problem = invoice.status === 'open' ? pay(gateway, account, invoice, form.get('card') ?? '') : null
    return show(reply.code(problem === null ? 200 : 402), account, invoice, problem)
  })
}

/** The customer is there, and authenticates what the bank asks for. Returns what went wrong; null for a payment. */
function pay(gateway: Gateway, account: StripeAccount, invoice: Invoice, card: string): string | null {
  const clock = clockOf(account, invoice.customer)
  const work = { ...workBy(gateway, account, clock), authentication: 'succeeds' as const }
  try {
    const { kind } = payInvoice(work, invoice, { method: cardOf(work, card), isOffSession: false })
    return kind === 'paid' ? null : 'Your card was declined.'
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}

function show(
  reply: FastifyReply,
  account: StripeAccount,
  invoice: Invoice,
  problem: string | null,
): FastifyReply {
  reply.header('content-security-policy', contentPolicy(null))
  const { amount_remaining: remaining, number } = invoiceJson(account, invoice)
  const content: Html =
    invoice.status === 'open'
      ? html`<p>To pay: ${amountText(remaining, invoice.currency)}</p><form method="post">${cardChoice}<p><button class="primary">Pay</button></p></form>`
      : html`<p>This invoice is ${invoice.status}.</p>`
  return sendPage(
    reply,
    bare(
      `Invoice ${number ?? ''}`,
      html`${problem !== null && html`<p class="problem" role="alert">${problem}</p>`}${content}`,
    ),
  )
}

function foundBy(
  { accounts }: Gateway,
  { params }: FastifyRequest,
): { readonly account: StripeAccount; readonly invoice: Invoice } {
  const { accountId = '', id = '' } = params as Record<string, string>
  const account = accounts.get(accountId)
  const invoice = account?.invoices.get(id)
  if (account === undefined || invoice === undefined || invoice.status === 'draft')
    throw notThere(`invoice ${id}`)
  return { account, invoice }
}
