import type { endpoints } from '@goodword/contract/all-endpoints'
import type { Endpoint, ReplyOf } from '@goodword/contract/frame/endpoint'
import { isUuid } from '@goodword/domain/values/ids'
import { auditRequest } from '../../audit/audit-request.ts'
import type { Context } from '../../context.ts'
import { apiKeyOf, type Principal } from '../access/authenticate.ts'
import { callerName } from '../access/caller-name.ts'
import { userAgentOf } from '../limits/client.ts'
import type { Handler } from './handler.ts'
import type { Call } from './serve.ts'

/** More decisions than a reader of the audit log looks through one by one. */
const MAX_ACTIONS = 20

/**
 * The details in an audit entry about the body of a request whose operation adds none itself: settings and IDs of ours,
 * never names, addresses or IDs of the merchant's people.
 */
const details: Partial<Record<EndpointName, (body: Record<string, unknown>) => Record<string, unknown>>> = {
  moderateReferrals: ({ actions }) =>
    Array.isArray(actions) && actions.length > MAX_ACTIONS
      ? { actionCount: actions.length, actions: actions.slice(0, MAX_ACTIONS) }
      : { actions },
  updateCode: ({ disabled, dateExpires }) => ({ disabled, dateExpires }),
  upsertUser: (body) => ({ fields: Object.keys(body) }),
}

/** These store the entry in the transaction of their change, or when they have found the person that it is about; before all others it is stored alone. */
const notedWithChange: ReadonlySet<string> = new Set<keyof typeof endpoints>([
  'replaceProgram',
  'connectProcessor',
  'removeConnection',
  'createWebhook',
  'updateWebhook',
  'deleteWebhook',
  'rotateWebhookSecret',
  'eraseUser',
  'createApiKey',
  'rollApiKey',
  'revokeApiKey',
  'rollSigningKey',
  'addDomain',
  'checkDomain',
  'removeDomain',
  'inviteStaff',
  'withdrawStaffInvitation',
  'changeStaffRole',
  'removeStaff',
  'eraseTestData',
  'giveReward',
  'cancelReward',
  'redeemCredit',
  'mendBill',
  'waiveBill',
  'blockAccount',
  'unblockAccount',
  'attributeByHand',
  'readUserData',
])

/** Calls a handler, and lets the requests that the audit log is about leave their entries. */
export function audited<E extends Endpoint>(
  ctx: Context,
  endpoint: E,
  handler: Handler<E>,
): (call: Call<E>) => Promise<ReplyOf<E>> {
  const isOnlyRead = endpoint.method === 'GET' && endpoint.showsPersonalData !== true
  if (isOnlyRead || endpoint.changesNothing === true) return (call) => handler(ctx, call)
  const isNotedWithChange = notedWithChange.has(endpoint.name)
  return (call) => {
    const actor = auditedActor(endpoint, call)
    if (actor === null) return handler(ctx, call)
    const request = {
      ...actor,
      address: call.address,
      userAgent: userAgentOf(call.header('user-agent')),
      action: endpoint.name,
      subject: subjectOf(call.params),
      details: auditedDetails(endpoint.name, call.body),
      isNotedWithChange,
    }
    return auditRequest(ctx, call.tenant.tenantId, request, (acting) => handler(acting, call))
  }
}

type Caller = {
  /** Null under `/open`. */
  readonly principal: Principal | null
  readonly requestId: string
  readonly header: (name: string) => string | null
}

/**
 * Who makes a request that the audit log is about; null for others: what keys of less than `admin` change, events record. Staff are
 * named as they are at the time.
 */
function auditedActor({ scope, showsPersonalData }: Endpoint, { principal, requestId, header }: Caller) {
  if (principal === null) return null
  if (principal.kind === 'staff') {
    return { name: callerName(principal), origin: { requestId } }
  }
  if (scope !== 'admin' && showsPersonalData !== true) return null
  const apiKey = apiKeyOf(header('authorization') ?? undefined)
  return { name: `key ****${apiKey?.slice(-4) ?? ''}`, origin: { requestId, byKeyId: principal.keyId } }
}

/** Parameters with IDs of ours. All others are the merchant's names for people, which are never in the audit log. */
export const auditedParams: ReadonlySet<string> = new Set([
  ...[
    'referralId',
    'rewardId',
    'billId',
    'exportId',
    'importId',
    'mailId',
    'webhookId',
    'deliveryId',
    'keyId',
    'notificationId',
    'staffId',
    'invitationId',
  ],
])

function subjectOf(params: Readonly<Record<string, unknown>>): string | null {
  const ids = Object.entries(params)
    .filter(([name]) => auditedParams.has(name))
    .map(([, value]) => String(value))
  return ids.length > 0 && ids.every(isUuid) ? ids.join('/') : null
}

type EndpointName = keyof typeof endpoints

function auditedDetails(name: string, body: unknown): Readonly<Record<string, unknown>> {
  return details[name as EndpointName]?.(Object(body)) ?? {}
}
