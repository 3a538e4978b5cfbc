import type { Endpoint, ReplyOf } from '@goodword/contract/frame/endpoint'
import type { Context } from '../../context.ts'
import type { Call } from './serve.ts'

/** Answers the checked requests of one endpoint. */
export type Handler<E extends Endpoint> = (ctx: Context, call: Call<E>) => Promise<ReplyOf<E>>

/** Puts an endpoint on the app, with its handler. */
export type ServeEndpoint = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void
