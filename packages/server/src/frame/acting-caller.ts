/** A person of staff or a merchant's server that does something by hand. */
export type ActingCaller = {
  /** `staff <id> <e-mail>` or `key <name>`. */
  readonly author: string
  readonly actor: 'staff' | 'server'
}

/** Why they do it. */
export type PersonalReason = ActingCaller & { readonly text: string }

/** A reason where none is required. */
export type OptionalReason = ActingCaller & { readonly text: string | null }
