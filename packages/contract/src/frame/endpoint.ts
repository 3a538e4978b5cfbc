import type { Scope } from '@goodword/domain/staff/scope'
import type { StaffRole } from '@goodword/domain/staff/staff-role'
import type { TObject, TSchema } from 'typebox'
import { type ErrorCode, errors } from './errors.ts'
import type { ShapeOf } from './shape.ts'

export type SuccessStatus = 200 | 201 | 202
type Successes = { readonly [Status in SuccessStatus]?: TSchema }

/**
 * The effect of a repeated request without an `Idempotency-Key`. Absent where the endpoint is idempotent by state: repeats
 * change nothing and are answered like the first.
 */
type Repeated = 'acts again' | 'is refused'

/**
 * One HTTP operation, defined once: validation, handler types, response serializers, the reference and the client all come
 * from it. `path` is relative to `/api/v1/{tenantAlias}`. `scope` is null under `/open`, where no key is required.
 * `refusals` are the endpoint’s own; `refusalsOf` adds those of every request.
 */
export type Endpoint = {
  readonly name: string
  readonly tag: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  /** Further paths with the same parameters that mean the same. */
  readonly aliases?: readonly `/${string}`[]
  readonly summary: string
  readonly description: string
  readonly scope: Scope | null
  /**
   * Set where its data belong to the merchant and not to one program in one mode, such as the team. No API key may call it,
   * whatever its scopes; the scope then decides which roles of staff may.
   */
  readonly belongsTo?: 'merchant'
  /** Who of staff may call it, where the scope does not decide that. API keys are not concerned. */
  readonly staffRoles?: readonly StaffRole[]
  /** The further scope that a value of a parameter of the query asks for, such as `money` for a file with balances. */
  readonly scopesOfQuery?: Readonly<Record<string, Readonly<Record<string, Scope>>>>
  /** Whether a session of staff must be of a sign-in within the last 15 minutes. API keys are not concerned. */
  readonly needsRecentSignIn?: true
  readonly repeated?: Repeated
  readonly params: TObject
  readonly query: TObject
  readonly body: TSchema | null
  /** Whether a field that the body does not have is an error: of settings, whose misspelling would go unnoticed. */
  readonly refusesUnknownFields?: true
  /** Whether a request without a body is one with an empty object. */
  readonly isBodyOptional?: true
  /** The media types of a file that is sent instead of JSON, and read as a stream. */
  readonly upload?: readonly string[]
  readonly success: Successes
  readonly refusals: readonly ErrorCode[]
  /** Codes that have another status here than elsewhere: what another operation lacks (409) is missing itself (404). */
  readonly statuses?: RefusalStatuses
  /**
   * Set on a read whose answer shows personal data or messages of single people: each such read leaves an entry in the
   * audit log, by any caller.
   */
  readonly showsPersonalData?: true
  /** Set on a request that is no GET and only computes an answer from its body: it leaves no entry in the audit log. */
  readonly changesNothing?: true
  /** Whether its answers hold secrets: those that are kept for an `Idempotency-Key` are encrypted then. */
  readonly isAnswerSecret?: boolean
  readonly example: {
    readonly query?: Readonly<Record<string, string>>
    readonly body?: unknown
    readonly answer: unknown
  }
}

export type RefusalStatuses = { readonly [Code in ErrorCode]?: number }

/** The status of a code, at an endpoint with these statuses of its own. */
export function statusOfCode(code: ErrorCode, statuses: RefusalStatuses = {}): number {
  return statuses[code] ?? errors[code].status
}

export type ParamsOf<E extends Endpoint> = ShapeOf<E['params']>
export type QueryOf<E extends Endpoint> = ShapeOf<E['query']>
export type BodyOf<E extends Endpoint> = E['body'] extends TSchema ? ShapeOf<E['body']> : null

type StatusOf<E extends Endpoint> = keyof E['success'] & SuccessStatus
type SchemaAt<E extends Endpoint, Status extends StatusOf<E>> = E['success'][Status] extends TSchema
  ? ShapeOf<E['success'][Status]>
  : never

/** The body of a success, whichever its status. */
export type AnswerOf<E extends Endpoint> = { [Status in StatusOf<E>]: SchemaAt<E, Status> }[StatusOf<E>]

/** The return value of a handler: the answer, with its status only where several are possible. */
export type ReplyOf<E extends Endpoint> =
  IsUnion<StatusOf<E>> extends true
    ? { readonly status: StatusOf<E>; readonly answer: AnswerOf<E> }
    : AnswerOf<E>

type IsUnion<Type, Whole = Type> = Type extends unknown ? ([Whole] extends [Type] ? false : true) : never

/** Keeps the schemas’ types, which an annotation with `Endpoint` would lose, and holds the example to them. */
export function endpoint<const Definition extends Omit<Endpoint, 'example'>>(
  definition: Definition & {
    readonly example: Omit<Endpoint['example'], 'answer'> & { readonly answer: ExampleAnswer<Definition> }
  },
) {
  return definition
}

type ExampleAnswer<Definition extends Omit<Endpoint, 'example'>> = Definition['success'][200] extends TSchema
  ? ShapeOf<Definition['success'][200]>
  : Definition['success'][201] extends TSchema
    ? ShapeOf<Definition['success'][201]>
    : Definition['success'][202] extends TSchema
      ? ShapeOf<Definition['success'][202]>
      : never

/** Whether a request may carry an `Idempotency-Key`: every write that requires an API key may, and some must. */
export type Idempotency = 'none' | 'optional' | 'required'

export function idempotencyOf({ method, scope, repeated }: Endpoint): Idempotency {
  if (method === 'GET' || scope === null) return 'none'
  return repeated === 'acts again' ? 'required' : 'optional'
}

const refusalsOfKeys = {
  none: [],
  optional: ['IDEMPOTENCY_KEY_IN_FLIGHT', 'IDEMPOTENCY_KEY_REUSED'],
  required: ['IDEMPOTENCY_KEY_REQUIRED', 'IDEMPOTENCY_KEY_IN_FLIGHT', 'IDEMPOTENCY_KEY_REUSED'],
} as const satisfies Record<Idempotency, readonly ErrorCode[]>

const refusalsOfEveryCall = [
  'VALIDATION_FAILED',
  'MALFORMED_REQUEST',
  'REQUEST_TIMEOUT',
  'URI_TOO_LONG',
] as const
const laterRefusalsOfEveryCall = [
  'HEADERS_TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
] as const
const refusalsOfBodies = ['MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const

/** Every code that a request to the endpoint can be answered with, its own ones first. */
export function refusalsOf(endpoint: Endpoint): readonly ErrorCode[] {
  const caller: readonly ErrorCode[] =
    endpoint.scope === null
      ? ['TENANT_NOT_FOUND']
      : [
          ...(['UNAUTHORIZED', 'INSUFFICIENT_SCOPE'] as const),
          ...(endpoint.belongsTo === 'merchant' ? (['KEY_NOT_ALLOWED'] as const) : []),
          ...(endpoint.method === 'GET' ? [] : (['FORBIDDEN_ORIGIN'] as const)),
          ...(endpoint.needsRecentSignIn === true ? (['REAUTHENTICATION_REQUIRED'] as const) : []),
        ]
  const key = refusalsOfKeys[idempotencyOf(endpoint)]
  // Also where none is wanted: a body that comes all the same is read before it is ignored.
  const body: readonly ErrorCode[] = endpoint.method === 'GET' ? [] : refusalsOfBodies
  return [
    ...new Set([
      ...endpoint.refusals,
      ...key,
      ...caller,
      ...body,
      ...refusalsOfEveryCall,
      ...laterRefusalsOfEveryCall,
    ]),
  ]
}
