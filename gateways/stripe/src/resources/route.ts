import { clockOf, type Find } from '../lookup/find.ts'
import type { Params } from '../wire/params.ts'
import { byClock, type Work } from '../work.ts'

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

/** Something by the id of its path. */
export function retrieve<T>(
  path: string,
  permission: string,
  find: Find<T>,
  view: (thing: T, work: Work) => object,
): Route {
  return get(
    path,
    permission,
    (_params, { id }) =>
      (work) =>
        view(find(work.account, id), work),
  )
}

/** Changes what its path names, at the time of its customer, and answers it. */
export function changer<T extends { readonly customer: string | null }>(
  find: Find<T>,
  view: (thing: T, work: Work) => object,
): (id: string | undefined, change: (work: Work, thing: T) => void) => (asked: Work) => object {
  return (id, change) => (asked) => {
    const thing = find(asked.account, id)
    change(byClock(asked, clockOf(asked.account, thing.customer)), thing)
    return view(thing, asked)
  }
}

export function post(path: string, permission: string, read: Route['read']): Route {
  return { method: 'POST', path, permission: `${permission}_write`, read }
}

export function del(path: string, permission: string, read: Route['read']): Route {
  return { method: 'DELETE', path, permission: `${permission}_write`, read }
}
