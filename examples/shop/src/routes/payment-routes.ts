import type { FastifyInstance } from 'fastify'
import type { Shop } from '../frame.ts'
import { payment } from '../pages/payment.ts'
import { findPlan } from '../plans.ts'
import { typed } from '../typed.ts'

type WithPlan = { readonly Params: { readonly plan: string } }

export function paymentRoutes(app: FastifyInstance, shop: Shop): void {
  app.get<WithPlan>('/pay/:plan', async (request, reply) => {
    const customer = shop.customerOf(request)
    const plan = findPlan(request.params.plan)
    if (customer === null) return reply.redirect('/sign-in', 303)
    if (plan === null) return reply.redirect('/pricing', 303)
    const offer = customer.code === null ? null : await shop.goodword.lookUp(customer.code)
    return shop.send(request, reply, (frame) => payment(frame, plan, offer))
  })

  app.post<WithPlan>('/pay/:plan', async (request, reply) => {
    const customer = shop.customerOf(request)
    const plan = findPlan(request.params.plan)
    if (customer === null) return reply.redirect('/sign-in', 303)
    if (plan === null) return reply.redirect('/pricing', 303)
    // The code that the customer signed up with, else the one that the script put into the form.
    const code = customer.code ?? typed(request.body, 'referral_code')
    const offer = code === '' ? null : await shop.goodword.lookUp(code)
    if (!/^[\d ]{12,23}$/.test(typed(request.body, 'card'))) {
      const fault = 'Enter a card number of 12 to 19 digits.'
      return shop.send(request, reply.code(400), (frame) => payment(frame, plan, offer, fault))
    }
    customer.planId = plan.id
    const subscription = {
      status: 'PAID',
      billingIntervalValue: 1,
      billingIntervalType: 'MONTH',
      value: plan.cents / 100,
    } as const
    await shop.goodword.syncAccount(customer.id, subscription, offer?.code ?? null)
    return reply.redirect('/account', 303)
  })
}
