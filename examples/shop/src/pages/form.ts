import { type Html, html } from '../html.ts'
import type { Words } from '../words/words.ts'

/** A field with its label, and the fault of the typed value. */
export type Field = {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'email' | 'password'
  readonly value?: string
  readonly autocomplete: string
  readonly hint?: Html | string
  readonly fault?: string
  readonly isOptional?: boolean
  /** Empty stands for the value from before. */
  readonly isKept?: boolean
}

export function field({
  name,
  label,
  type,
  value,
  autocomplete,
  hint,
  fault,
  isOptional,
  isKept = false,
}: Field): Html {
  const describedBy = [hint === undefined ? '' : `${name}-hint`, fault === undefined ? '' : `${name}-fault`]
  return html`<div class="field">
    <label for="${name}">${label}${isOptional ? html` <span class="optional">(if you have one)</span>` : null}</label>
    <input id="${name}" name="${name}" type="${type}" value="${value ?? ''}" autocomplete="${autocomplete}" aria-describedby="${describedBy.join(' ').trim()}"${
      isOptional || isKept ? null : html` required`
    }${fault === undefined ? null : html` aria-invalid="true"`}>
    ${hint === undefined ? null : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${fault === undefined ? null : html`<p class="fault" id="${name}-fault">${fault}</p>`}
  </div>`
}

/**
 * The field for a referral code. The script writes below it whose gift the code is or why it does not work; what the server
 * found out stands there until then, and there is room for both from the start.
 */
export function codeField({ code, optional }: Words, value: string, fault?: Html | string): Html {
  return html`<div class="field">
    <label for="referral_code">${code} <span class="optional">${optional}</span></label>
    <input id="referral_code" name="referral_code" type="text" value="${value}" autocomplete="off" aria-describedby="referral_code-note"${
      fault === undefined ? null : html` aria-invalid="true"`
    }>
    <p class="hint code-note" id="referral_code-note" data-goodword-code-note="name=referral_code"${
      fault === undefined ? null : html` data-state="wrong"`
    }>${fault ?? ''}</p>
  </div>`
}

/** A field of several lines, such as for a snippet. */
export function area({ name, label, value, hint, fault }: Omit<Field, 'type' | 'autocomplete'>): Html {
  const describedBy = [hint === undefined ? '' : `${name}-hint`, fault === undefined ? '' : `${name}-fault`]
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <textarea id="${name}" name="${name}" rows="6" spellcheck="false" aria-describedby="${describedBy.join(' ').trim()}" required${
      fault === undefined ? null : html` aria-invalid="true"`
    }>${value ?? ''}</textarea>
    ${hint === undefined ? null : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${fault === undefined ? null : html`<p class="fault" id="${name}-fault">${fault}</p>`}
  </div>`
}

/** The error of the form as a whole, announced to screen readers. */
export function alert(text: Html | string | undefined): Html {
  return text === undefined ? html`` : html`<p class="alert" role="alert">${text}</p>`
}
