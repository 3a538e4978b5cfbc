import type { FastifyInstance } from 'fastify'
import type { Shop } from '../frame.ts'
import { type Faults, signIn, signUp } from '../pages/sign-up.ts'
import { findPlan } from '../plans.ts'
import { typed } from '../typed.ts'
import { type Words, wordsFor } from '../words/words.ts'

export function signUpRoutes(app: FastifyInstance, shop: Shop): void {
  app.get('/sign-up', (request, reply) => {
    const form = { name: '', email: '', code: '', plan: typed(request.query, 'plan') }
    return shop.send(request, reply, (frame) => signUp(frame, form, {}))
  })

  app.post('/sign-up', async (request, reply) => {
    const { body } = request
    const words = wordsFor(request.headers['accept-language'])
    const form = {
      name: typed(body, 'name'),
      email: typed(body, 'email').toLowerCase(),
      code: typed(body, 'referral_code'),
      plan: typed(body, 'plan'),
    }
    const password = typed(body, 'password')
    const faults = faultsOf(form, password, words)
    // A typed code is looked up immediately, so that a typing error can be corrected.
    const { offer, isWrong } = await shop.goodword.check(form.code)
    if (isWrong) faults.referral_code = words.declined.wrongCode
    const refuse = () => shop.send(request, reply.code(400), (frame) => signUp(frame, form, faults))
    if (Object.keys(faults).length > 0) return refuse()

    // A code that could not be looked up is kept for later.
    const code = offer?.code ?? (form.code || null)
    const customer = await shop.customers.signUp({ name: form.name, email: form.email, code }, password)
    if (customer === null) {
      faults.email = words.faults.known
      return refuse()
    }
    await shop.goodword.syncAccount(customer.id, { status: 'TRIAL' }, code)
    shop.signIn(reply, customer)
    return reply.redirect(findPlan(form.plan) === null ? '/account' : `/pay/${form.plan}`, 303)
  })

  app.get('/sign-in', (request, reply) => shop.send(request, reply, (frame) => signIn(frame, '')))

  app.post('/sign-in', async (request, reply) => {
    const email = typed(request.body, 'email').toLowerCase()
    const customer = await shop.customers.signIn(email, typed(request.body, 'password'))
    if (customer === null) {
      const fault = shop.customers.isKept ? 'signIn' : 'signInAnew'
      return shop.send(request, reply.code(400), (frame) => signIn(frame, email, frame.words.faults[fault]))
    }
    shop.signIn(reply, customer)
    return reply.redirect('/account', 303)
  })

  app.post('/sign-out', (request, reply) => {
    shop.signOut(request, reply)
    return reply.redirect('/', 303)
  })
}

function faultsOf(
  { name, email }: { name: string; email: string },
  password: string,
  words: Words,
): Record<string, string> {
  const faults: Record<string, string> = {}
  if (name === '') faults.name = words.faults.name
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) faults.email = words.faults.email
  if (password.length < 8) faults.password = words.faults.password
  return faults satisfies Faults
}
