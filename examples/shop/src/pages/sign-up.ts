import { html } from '../html.ts'
import { alert, codeField, field } from './form.ts'
import { type Frame, page } from './page.ts'

export type SignUpForm = {
  readonly name: string
  readonly email: string
  readonly code: string
  readonly plan: string
}

/** What is wrong, by the name of the field; `form` for the whole. */
export type Faults = Readonly<Record<string, string>>

export function signUp(frame: Frame, form: SignUpForm, faults: Faults): string {
  return page(
    frame,
    'Try it free',
    html`
    <section class="sheet">
      <h1>Two weeks free.</h1>
      <p class="lead">No card yet. We ask again when the second bag is empty.</p>
      ${alert(faults.form)}
      <form method="post" action="/sign-up">
        <input type="hidden" name="plan" value="${form.plan}">
        ${field({ name: 'name', label: 'Your name', type: 'text', value: form.name, autocomplete: 'name', ...faultOf(faults, 'name') })}
        ${field({ name: 'email', label: 'E-mail', type: 'email', value: form.email, autocomplete: 'email', ...faultOf(faults, 'email') })}
        ${field({
          name: 'password',
          label: 'Password',
          type: 'password',
          autocomplete: 'new-password',
          hint: 'At least eight characters.',
          ...faultOf(faults, 'password'),
        })}
        ${codeField(form.code, faults.referral_code)}
        <button class="button">Start the trial</button>
      </form>
      <p class="muted">You have an account? <a href="/sign-in">Sign in</a></p>
    </section>`,
    [['autofill', 'name=referral_code']],
  )
}

export function signIn(frame: Frame, email: string, fault?: string): string {
  return page(
    frame,
    'Sign in',
    html`
    <section class="sheet">
      <h1>Good to see you.</h1>
      ${alert(fault)}
      <form method="post" action="/sign-in">
        ${field({ name: 'email', label: 'E-mail', type: 'email', value: email, autocomplete: 'email' })}
        ${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
        <button class="button">Sign in</button>
      </form>
      <p class="muted">New here? <a href="/sign-up">Try it free</a></p>
    </section>`,
  )
}

function faultOf(faults: Faults, name: string): { readonly fault?: string } {
  const fault = faults[name]
  return fault === undefined ? {} : { fault }
}
