import type { Params } from '../wire/params.ts'
import type { Work } from '../work.ts'

/** An operation of the API. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** With its parameters: `/customers/:id`, below `/v1`, or with `/v2`. */
  readonly path: string
  /** The permission that a restricted key needs: `customer_read`. */
  readonly permission: string
  /**
   * Reads the parameters, and returns the work to do with them. Unknown parameters are refused between the two, so nothing
   * has changed then.
   */
  readonly read: (params: Params, path: Readonly<Record<string, string>>) => (work: Work) => object
}

export function get(path: string, permission: string, read: Route['read']): Route {
  return { method: 'GET', path, permission: `${permission}_read`, read }
}

export function post(path: string, permission: string, read: Route['read']): Route {
  return { method: 'POST', path, permission: `${permission}_write`, read }
}

export function del(path: string, permission: string, read: Route['read']): Route {
  return { method: 'DELETE', path, permission: `${permission}_write`, read }
}
