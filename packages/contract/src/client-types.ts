import type { Brand } from '@goodword/domain/brand'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from './endpoint.ts'
import type { endpoints } from './endpoints/all.ts'

type Endpoints = typeof endpoints

/** One method per operation, by its name in the reference. */
export type Client = { readonly [Name in keyof Endpoints]: Method<Endpoints[Name]> }

/** What a call takes; an argument or a part of it that holds nothing required may be left out. */
export type InputOf<E extends Endpoint> = Part<'params', Plain<ParamsOf<E>>> &
  Part<'query', Plain<QueryOf<E>>> &
  (BodyOf<E> extends null ? unknown : Part<'body', Plain<BodyOf<E>>>) &
  KeyPart<E>

type Method<E extends Endpoint> =
  NonNullable<unknown> extends InputOf<E>
    ? (input?: InputOf<E>) => Promise<Plain<ReplyOf<E>>>
    : (input: InputOf<E>) => Promise<Plain<ReplyOf<E>>>

type Part<Name extends string, Fields> = keyof Fields extends never
  ? unknown
  : NonNullable<unknown> extends Fields
    ? { readonly [Key in Name]?: Fields }
    : { readonly [Key in Name]: Fields }

type KeyPart<E extends Endpoint> = E['method'] extends 'GET'
  ? unknown
  : E['scope'] extends null
    ? unknown
    : {
        /** Names this one request. Where it matters the client makes one, good for the retries of this call alone. */
        readonly idempotencyKey?: string
      }

type Scalar = string | number | boolean | null | undefined

/** The same without brands: whoever uses the client writes ids and currencies as the texts they are. */
type Plain<Value> =
  Value extends Brand<string, string>
    ? string
    : Value extends Scalar
      ? Value
      : Value extends readonly (infer Entry)[]
        ? readonly Plain<Entry>[]
        : { readonly [Name in keyof Value]: Plain<Value[Name]> }
