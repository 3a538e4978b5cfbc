import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Customer, type Customers, namesOf } from './customers.ts'
import type { Gateway } from './gateway.ts'
import type { Goodword, GoodwordSettings } from './goodword.ts'
import type { Frame } from './pages/page.ts'
import { type Identity, ownScripts, pastedScripts } from './pages/scripts.ts'
import { type Words, wordsFor } from './words/words.ts'

/** The context of the routes. */
export type Shop = {
  readonly customers: Customers
  readonly goodword: Goodword
  /** Null where no card is charged. */
  readonly gateway: Gateway | null
} & ReturnType<typeof frames>

const SESSION = 'larkfield'
const DAY_MS = 86_400_000

export function frames(
  { url, tenant }: GoodwordSettings,
  gateway: Gateway | null,
  customers: Customers,
  goodword: Goodword,
  /** The tags for visitors; null for the shop's own pages. */
  snippet: string | null,
) {
  const customerOf = (request: FastifyRequest) => customers.find(request.cookies[SESSION])

  return {
    customerOf,

    /** Sends a page that may load the script, call the service and frame the widget, and nothing else. */
    async send(
      request: FastifyRequest,
      reply: FastifyReply,
      render: (frame: Frame) => string,
    ): Promise<FastifyReply> {
      const nonce = randomBytes(16).toString('base64')
      const customer = customerOf(request)
      const policy = [
        "default-src 'none'",
        `script-src 'nonce-${nonce}' ${url}`,
        `connect-src ${url}`,
        `frame-src ${url}`,
        "style-src 'self'",
        'img-src data:',
        // A form may send a card to the gateway itself, or lead to its page.
        `form-action 'self'${gateway === null ? '' : ` ${gateway.formOrigin}`}`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]
      const words = wordsFor(request.headers['accept-language'])
      const identity = await identityOf(customer, words)
      const scripts: Frame['scripts'] = (commands) =>
        customer === null && snippet !== null
          ? pastedScripts(snippet, nonce, commands)
          : ownScripts(url, nonce, identity, commands)
      const frame = { scripts, customer, words, testDay: await testDay(customer) }
      return reply
        .header('Content-Security-Policy', policy.join('; '))
        .header('Cache-Control', 'no-store')
        .header('Content-Language', words.lang)
        .header('Vary', 'Accept-Language')
        .type('text/html; charset=utf-8')
        .send(render(frame))
    },

    signIn(reply: FastifyReply, customer: Customer): void {
      const secret = customers.openSession(customer)
      reply.setCookie(SESSION, secret, { path: '/', httpOnly: true, sameSite: 'lax' })
    },

    signOut(request: FastifyRequest, reply: FastifyReply): void {
      customers.closeSession(request.cookies[SESSION] ?? '')
      reply.clearCookie(SESSION, { path: '/' })
    },
  }

  /** The day of the test program for a customer, who reads bills of it; null where it is that of the calendar. */
  async function testDay(customer: Customer | null): Promise<string | null> {
    const now = customer === null ? null : await goodword.testTime()
    if (now === null || Math.abs(now - Date.now()) < DAY_MS) return null
    return new Date(now).toISOString().slice(0, 10)
  }

  /** A visitor's script only keeps the code of a share link; a customer's identifies them, signed by the shop. */
  async function identityOf(customer: Customer | null, { lang: locale }: Words): Promise<Identity> {
    if (customer === null) return { tenant_alias: tenant }
    const { firstName, lastName } = namesOf(customer)
    const paymentProviderId = customer.billed?.customerId ?? null
    const user = {
      accountId: customer.id,
      id: customer.id,
      email: customer.email,
      firstName,
      lastName,
      // The language of the e-mails to this customer.
      locale,
      paymentProviderId,
    }
    const jwt = await goodword.sign(user)
    return {
      tenant_alias: tenant,
      account_id: customer.id,
      user_id: customer.id,
      payment_provider_id: paymentProviderId,
      email: customer.email,
      first_name: firstName,
      last_name: lastName,
      locale,
      ...(jwt === null ? {} : { jwt }),
    }
  }
}
