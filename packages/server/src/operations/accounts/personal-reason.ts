/** Why a person of staff or a merchant's server does something by hand. */
export type PersonalReason = {
  readonly text: string
  /** `staff <id> <e-mail>` or `key <name>`. */
  readonly author: string
  readonly actor: 'staff' | 'server'
}
