import type { PersonalReason } from '../../operations/accounts/personal-reason.ts'
import type { Principal } from './authenticate.ts'
import { callerActor, callerName } from './caller-name.ts'

type Request = {
  readonly principal: Principal
  readonly body: { readonly reason: string }
}

/** The reason that a request gives, with who gives it. */
export function personalReason({ principal, body }: Request): PersonalReason {
  return { text: body.reason.trim(), author: callerName(principal), actor: callerActor(principal) }
}
