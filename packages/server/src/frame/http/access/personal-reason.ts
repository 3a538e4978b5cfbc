import type { ActingCaller, OptionalReason, PersonalReason } from '../../acting-caller.ts'
import type { Principal } from './authenticate.ts'
import { callerActor, callerName } from './caller-name.ts'

type Request = {
  readonly principal: Principal
  readonly body: { readonly reason: string }
}

/** The reason that a request gives, with who gives it. */
export function personalReason({ principal, body }: Request): PersonalReason {
  return { ...actingCaller(principal), text: body.reason.trim() }
}

type RequestWithOptionalReason = {
  readonly principal: Principal
  readonly body: { readonly reason?: string }
}

/** The caller of a request, with the reason if it gives one. */
export function optionalReason({ principal, body }: RequestWithOptionalReason): OptionalReason {
  return { ...actingCaller(principal), text: body.reason?.trim() ?? null }
}

/** The caller of a request. */
export function actingCaller(principal: Principal): ActingCaller {
  return { author: callerName(principal), actor: callerActor(principal) }
}
