import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { changePlan, completeOtherForm, pay } from '../checkout.ts'
import type { Customer } from '../customers.ts'
import type { Shop } from '../frame.ts'
import { Declined } from '../gateway.ts'
import { changeOfPlan, type Payment, payment } from '../pages/payment.ts'
import { findPlan, type Plan } from '../plans.ts'
import { typed } from '../typed.ts'

type WithPlan = { readonly Params: { readonly plan: string } }
type Step = (
  request: FastifyRequest<WithPlan>,
  reply: FastifyReply,
  customer: Customer,
  plan: Plan,
) => Promise<FastifyReply>

/**
 * The payment form, the gateway's own form that the browser comes back from, and the change to another plan. A refusal of
 * the gateway is shown in the page where the customer can correct it.
 */
export function paymentRoutes(app: FastifyInstance, shop: Shop): void {
  app.get<WithPlan>('/pay/:plan', forCustomers(show))
  app.post<WithPlan>('/pay/:plan', forCustomers(submit))
  app.post<WithPlan>('/pay/:plan/checkout', forCustomers(leadToCheckout))
  app.get<WithPlan>('/pay/:plan/redirected', forCustomers(comeBack))

  /** Only for those who signed in, and for plans that there are. */
  function forCustomers(step: Step) {
    return (request: FastifyRequest<WithPlan>, reply: FastifyReply) => {
      const customer = shop.customerOf(request)
      const plan = findPlan(request.params.plan)
      if (customer === null) return reply.redirect('/sign-in', 303)
      if (plan === null) return reply.redirect('/pricing', 303)
      return step(request, reply, customer, plan)
    }
  }

  async function show(
    request: FastifyRequest<WithPlan>,
    reply: FastifyReply,
    customer: Customer,
    plan: Plan,
    fault?: Declined,
  ) {
    if (fault !== undefined) reply.code(400)
    if (hasSubscription(customer)) {
      const discount = await shop.goodword.discountOf(customer.id, plan.cents)
      return shop.send(request, reply, (frame) =>
        changeOfPlan(frame, plan, discount?.cents ?? 0, fault?.wordsIn(frame.words)),
      )
    }
    const content = await paymentOf(request, customer, plan, fault)
    return shop.send(request, reply, (frame) => payment(frame, content))
  }

  async function submit(
    request: FastifyRequest<WithPlan>,
    reply: FastifyReply,
    customer: Customer,
    plan: Plan,
  ) {
    const card = {
      number: typed(request.body, 'card').replaceAll(' ', ''),
      expires: typed(request.body, 'expires'),
      cvv: typed(request.body, 'cvc'),
    }
    const code = codeOf(request, customer)
    return orFault(request, reply, customer, plan, async () => {
      if (hasSubscription(customer)) return changePlan(shop, customer, plan)
      if (!/^\d{12,19}$/.test(card.number)) throw new Declined('cardNumber')
      await pay(shop, customer, plan, card, code)
    })
  }

  /** Leads to the page of the gateway, which the offer of the code goes along to. */
  async function leadToCheckout(
    request: FastifyRequest<WithPlan>,
    reply: FastifyReply,
    customer: Customer,
    plan: Plan,
  ) {
    const { gateway, goodword } = shop
    if (gateway?.otherForm.kind !== 'CHECKOUT_PAGE' || hasSubscription(customer)) {
      return reply.redirect(`/pay/${plan.id}`, 303)
    }
    const { offer, isWrong } = await goodword.check(codeOf(request, customer) ?? '')
    if (isWrong && customer.code === null) {
      return show(request, reply, customer, plan, new Declined('wrongCode'))
    }
    const cancelUrl = `${originOf(request)}/pay/${plan.id}`
    const order = { customer, plan, offer, backUrl: `${cancelUrl}/redirected`, cancelUrl }
    return reply.redirect(await gateway.otherForm.open(order), 303)
  }

  async function comeBack(
    request: FastifyRequest<WithPlan>,
    reply: FastifyReply,
    customer: Customer,
    plan: Plan,
  ) {
    return orFault(request, reply, customer, plan, async () => {
      // Reloading the page must not pay twice.
      if (hasSubscription(customer)) return
      await completeOtherForm(shop, customer, plan, request.url.split('?')[1] ?? '')
    })
  }

  async function orFault(
    request: FastifyRequest<WithPlan>,
    reply: FastifyReply,
    customer: Customer,
    plan: Plan,
    work: () => Promise<void>,
  ) {
    try {
      await work()
      return reply.redirect('/account', 303)
    } catch (error) {
      if (!(error instanceof Declined)) throw error
      return show(request, reply, customer, plan, error)
    }
  }

  async function paymentOf(
    request: FastifyRequest<WithPlan>,
    customer: Customer,
    plan: Plan,
    fault: Declined | undefined,
  ): Promise<Payment> {
    const { offer } = await shop.goodword.check(customer.code ?? '')
    const otherForm = shop.gateway?.otherForm ?? null
    const isRedirect = otherForm?.kind === 'REDIRECT_FORM' && typed(request.query, 'form') === 'redirect'
    const backUrl = `${originOf(request)}/pay/${plan.id}/redirected`
    return {
      plan,
      offer,
      fault,
      typedCode: typed(request.body, 'referral_code'),
      testCard: shop.gateway?.testCard ?? null,
      otherForm: otherForm?.kind ?? null,
      code: customer.code,
      redirect: isRedirect ? otherForm.open(customer, backUrl) : null,
    }
  }
}

/** The code that the customer signed up with, else the one that the script put into the form. */
function codeOf({ body }: FastifyRequest, customer: Customer): string | null {
  return customer.code ?? (typed(body, 'referral_code') || null)
}

function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`
}

/** A subscription that was cancelled is not changed; a new one takes its place. */
function hasSubscription({ billed, planId }: Customer): boolean {
  return billed !== null && planId !== null
}
