import { html } from '../html.ts'
import { alert, codeField, field } from './form.ts'
import { type Frame, page } from './page.ts'

export type SignUpForm = {
  readonly name: string
  readonly email: string
  readonly code: string
  readonly plan: string
}

/** The faults, by the name of the field; `form` for the whole. */
export type Faults = Readonly<Record<string, string>>

export function signUp(frame: Frame, form: SignUpForm, faults: Faults): string {
  const { tryFree, signInLink, signUp: words } = frame.words
  return page(
    frame,
    tryFree,
    html`
    <section class="sheet">
      <h1>${words.heading}</h1>
      <p class="lead">${words.lead}</p>
      ${alert(faults.form)}
      <form method="post" action="/sign-up">
        <input type="hidden" name="plan" value="${form.plan}">
        ${field({ name: 'name', label: words.name, type: 'text', value: form.name, autocomplete: 'name', ...faultOf(faults, 'name') })}
        ${field({ name: 'email', label: words.email, type: 'email', value: form.email, autocomplete: 'email', ...faultOf(faults, 'email') })}
        ${field({
          name: 'password',
          label: words.password,
          type: 'password',
          autocomplete: 'new-password',
          hint: words.passwordHint,
          ...faultOf(faults, 'password'),
        })}
        ${codeField(frame.words, form.code, faults.referral_code)}
        <button class="button">${words.button}</button>
      </form>
      <p class="muted">${words.known} <a href="/sign-in">${signInLink}</a></p>
    </section>`,
    [['autofill', 'name=referral_code']],
  )
}

export function signIn(frame: Frame, email: string, fault?: string): string {
  const { tryFree, signInLink, signUp, signIn: words } = frame.words
  return page(
    frame,
    signInLink,
    html`
    <section class="sheet">
      <h1>${words.heading}</h1>
      ${alert(fault)}
      <form method="post" action="/sign-in">
        ${field({ name: 'email', label: signUp.email, type: 'email', value: email, autocomplete: 'email' })}
        ${field({ name: 'password', label: signUp.password, type: 'password', autocomplete: 'current-password' })}
        <button class="button">${signInLink}</button>
      </form>
      <p class="muted">${words.newHere} <a href="/sign-up">${tryFree}</a></p>
    </section>`,
  )
}

function faultOf(faults: Faults, name: string): { readonly fault?: string } {
  const fault = faults[name]
  return fault === undefined ? {} : { fault }
}
