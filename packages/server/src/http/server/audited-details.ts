import type { endpoints } from '@goodword/contract/endpoints/all'

type EndpointName = keyof typeof endpoints

/** More decisions than a reader of the audit log looks through one by one. */
const MAX_ACTIONS = 20

/**
 * What an entry says of the body of a request whose operation adds no details of its own: settings and IDs of ours, never
 * names, addresses or IDs of the merchant's people.
 */
const details: Partial<Record<EndpointName, (body: Record<string, unknown>) => Record<string, unknown>>> = {
  moderateReferrals: ({ actions }) =>
    Array.isArray(actions) && actions.length > MAX_ACTIONS
      ? { actionCount: actions.length, actions: actions.slice(0, MAX_ACTIONS) }
      : { actions },
  updateCode: ({ disabled, dateExpires }) => ({ disabled, dateExpires }),
  upsertUser: (body) => ({ fields: Object.keys(body) }),
}

export function auditedDetails(name: string, body: unknown): Readonly<Record<string, unknown>> {
  return details[name as EndpointName]?.(Object(body)) ?? {}
}
