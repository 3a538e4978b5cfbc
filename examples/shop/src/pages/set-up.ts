import type { ConnectionFaults, ConnectionForm } from '../connection.ts'
import { html } from '../html.ts'
import { en } from '../words/en.ts'
import { alert, area, field } from './form.ts'
import { type Frame, page } from './page.ts'

/** For developers, in English alone. */
const frame: Frame = { scripts: () => html``, customer: null, testDay: null, words: en }

/** Where the owner of a program connects the shop to it. */
export function setUp(form: ConnectionForm, faults: ConnectionFaults): string {
  return page(
    frame,
    'Connect the shop',
    html`
    <section class="sheet">
      <h1>Connect this shop to your program.</h1>
      <p class="lead">You find these values in the portal of Goodword, in test mode, under Install.</p>
      ${alert(Object.keys(faults).length === 0 ? undefined : 'The shop is not connected yet. See below what to change.')}
      <form method="post" action="/set-up">
        ${area({ name: 'snippet', label: 'Snippet', value: form.snippet, hint: 'Install, Script and check: “1. On every page”. It goes into each page of the shop.', ...faultOf(faults, 'snippet') })}
        ${field({ name: 'apiKey', label: 'API key', type: 'password', autocomplete: 'off', isKept: form.apiKey !== '', hint: keyHint(form.apiKey, 'Install, API keys. The shop’s server reports sign-ups with it.'), ...faultOf(faults, 'apiKey') })}
        ${field({ name: 'signingKey', label: 'Signing key', type: 'password', autocomplete: 'off', isOptional: true, hint: keyHint(form.signingKey, 'Install, API keys: roll the signing key. With it the shop proves who is signed in; without it anybody can claim to be one of your users.') })}
        <h2>Payments</h2>
        <p class="muted">The merchant that you connect under Install, Authorize: at Braintree or at Stripe. Without one no card is charged, and the shop reports payments itself.</p>
        <h3>Braintree</h3>
        ${field({ name: 'gatewayUrl', label: 'Address of the gateway', type: 'text', value: form.gatewayUrl, autocomplete: 'off', isOptional: true, ...faultOf(faults, 'gatewayUrl') })}
        ${field({ name: 'merchantId', label: 'Merchant ID', type: 'text', value: form.merchantId, autocomplete: 'off', isOptional: true, ...faultOf(faults, 'merchantId') })}
        ${field({ name: 'publicKey', label: 'Public Key', type: 'text', value: form.publicKey, autocomplete: 'off', isOptional: true })}
        ${field({ name: 'privateKey', label: 'Private Key', type: 'password', autocomplete: 'off', isOptional: true, hint: keyHint(form.privateKey, 'Stays in the memory of the shop.'), ...faultOf(faults, 'privateKey') })}
        <h3>Stripe</h3>
        ${field({ name: 'stripeUrl', label: 'Address of Stripe', type: 'text', value: form.stripeUrl, autocomplete: 'off', isOptional: true, hint: 'A local Stripe, or https://api.stripe.com.', ...faultOf(faults, 'stripeUrl') })}
        ${field({ name: 'secretKey', label: 'Secret key', type: 'password', autocomplete: 'off', isOptional: true, hint: keyHint(form.secretKey, 'A test key. The shop makes the prices of its plans in this account. Stays in the memory of the shop.'), ...faultOf(faults, 'secretKey') })}
        <button class="button">Connect the shop</button>
      </form>
    </section>`,
  )
}

/** The page with the next steps, and the address for share links. */
export function connected(tenant: string, shopUrl: string): string {
  return page(
    frame,
    'The shop is connected',
    html`
    <section class="sheet">
      <h1>The shop is connected.</h1>
      <p class="lead">It belongs to the program <strong>${tenant}</strong> now.</p>
      <ol>
        <li>Set the landing page of the program to <code>${shopUrl}/</code>: Program, Links and pages, in the portal.</li>
        <li><a href="/">Open the shop</a>, and sign up as a customer. Your account shows a share link.</li>
        <li>Open the link in a private window, and sign up there as a friend.</li>
      </ol>
      <p class="muted"><a href="/set-up">Change the connection</a></p>
    </section>`,
  )
}

function keyHint(known: string, hint: string): string {
  return known === '' ? hint : `${hint} Leave it empty to keep the present one.`
}

function faultOf(faults: ConnectionFaults, name: keyof ConnectionForm): { readonly fault?: string } {
  const fault = faults[name]
  return fault === undefined ? {} : { fault }
}
