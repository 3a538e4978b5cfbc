import { isParams, type Param, type Params } from '../model/params.ts'
import type { Problem, Problems } from './problems.ts'
import { array, type Element, element, type Fields, symbol, type XmlValue } from './xml.ts'

/** The answer to a valid request. */
export type Answer = XmlAnswer | JsonAnswer | Redirection

export type XmlAnswer = {
  readonly kind: 'xml'
  readonly status: 200 | 201 | 422
  /** Null: a blank body. */
  readonly root: Element | null
}

/** The browser API uses JSON. */
export type JsonAnswer = {
  readonly kind: 'json'
  readonly status: 200 | 201 | 202 | 403 | 404 | 422
  readonly value: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** 303, for a browser that posted a form. */
export type Redirection = { readonly kind: 'redirection'; readonly location: string }

/** A request that is rejected as a whole. */
export class RequestRejected extends Error {
  override readonly name = 'RequestRejected'
  readonly status: 400 | 401 | 403 | 404 | 426 | 500

  /** @param message for the log; clients see only the status, as at the real gateway */
  constructor(status: RequestRejected['status'], message: string) {
    super(message)
    this.status = status
  }
}

export function notFound(what: string): RequestRejected {
  return new RequestRejected(404, `there is no ${what}`)
}

export function ok(tag: string, value: XmlValue): Answer {
  return { kind: 'xml', status: 200, root: element(tag, value) }
}

export function created(tag: string, value: XmlValue): Answer {
  return { kind: 'xml', status: 201, root: element(tag, value) }
}

/** The answer to a DELETE: an SDK would take 204 for an error. */
export const done: Answer = { kind: 'xml', status: 200, root: null }

type Beside = {
  readonly transaction?: XmlValue
  readonly subscription?: XmlValue
  readonly verification?: XmlValue
}

/** 422 with the problems as a tree, the request's parameters, and the record if there is one. */
export function invalid(problems: Problems, params: Params, beside: Beside = {}): Answer {
  const message = problems.found.map(({ problem }) => problem.message).join('\n')
  return failed(message, params, beside, problems)
}

/** 422 without a validation error: a payment that was declined. */
export function declined(message: string, params: Params, beside: Beside): Answer {
  return failed(message, params, beside, null)
}

function failed(message: string, params: Params, beside: Beside, problems: Problems | null): Answer {
  return {
    kind: 'xml',
    status: 422,
    root: element('api-error-response', {
      errors: treeOf(problems),
      params: echoOf(params),
      message,
      ...beside,
    }),
  }
}

type Level = { readonly problems: Problem[]; readonly below: Map<string, Level> }

function treeOf(problems: Problems | null): XmlValue {
  const root: Level = { problems: [], below: new Map() }
  for (const { path, problem } of problems?.found ?? []) {
    let level = root
    for (const step of path) {
      const next = level.below.get(step) ?? { problems: [], below: new Map() }
      level.below.set(step, next)
      level = next
    }
    level.problems.push(problem)
  }
  return writeLevel(root)
}

/** Every level has a list of its own, though it be empty: Python's SDK looks for it. */
function writeLevel({ problems, below }: Level): Fields {
  return {
    errors: array(
      'error',
      problems.map(({ code, attribute, message }) => ({ code, attribute: symbol(attribute), message })),
    ),
    ...Object.fromEntries(Array.from(below, ([step, level]) => [tagOf(step), writeLevel(level)])),
  }
}

/** The parameters of a request, without secrets that must not be returned. */
function echoOf(params: Params): XmlValue {
  return Object.fromEntries(
    Object.entries(params)
      .filter(([key]) => key !== 'cvv' && key !== 'number')
      .map(([key, value]) => [tagOf(key), echo(value)]),
  )
}

function echo(value: Param): XmlValue {
  if (isParams(value)) return echoOf(value)
  if (Array.isArray(value)) return array('item', value.map(echo))
  return value === null ? null : `${value}`
}

/** A key that a client made up may be no name for a tag. */
function tagOf(key: string): string {
  const tag = key.replace(/_/g, '-').replace(/[^A-Za-z0-9.-]/g, '')
  return /^[A-Za-z]/.test(tag) ? tag : `param-${tag}`
}
