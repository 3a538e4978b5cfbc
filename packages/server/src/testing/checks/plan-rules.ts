import { smallTables } from './exceptions.ts'

/** A node of a plan, as `explain (format json)` returns it. */
export type PlanNode = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly PlanNode[]
}

/** Tables that grow with a tenant: a row or more for each account, or for each change. */
export const bigTables: readonly string[] = [
  ...['account', 'account_user', 'referral_code', 'former_code', 'referral', 'reward', 'entry', 'event'],
  ...['closing_balance', 'redemption', 'idempotent_request', 'click', 'audit_entry', 'job'],
  'processor_notification',
  'account_identity',
  ...['erasure', 'erased_mark'],
  ...['export', 'export_part'],
  ...['mail', 'mail_unsubscribe', 'invitation', 'invited_address'],
  ...['page_link', 'page_session'],
  ...[
    'statistic_count',
    'statistic_referrer',
    'statistic_visitor',
    'statistic_click',
    'statistic_flag',
    'entry_outbox',
    'processor_payment',
    'payment_reversal',
    'friend_payment',
  ],
  ...[
    'processor_customer',
    'processor_subscription',
    'processor_bill',
    'reported_bill',
    'processor_effect',
    'credit_reservation',
  ],
  ...['event_outbox', 'published_event'],
  ...['evidence_key', 'public_click'],
  ...['webhook_delivery', 'webhook_attempt'],
  ...['import', 'import_piece', 'import_error', 'import_claim', 'import_upload'],
]

/** Indexes that hold few rows of a tenant by their own condition, so a scan of all of them is short. */
const shortIndexes = [
  ...['referral_not_approved', 'referral_pending', 'referral_flagged'],
  ...['referral_to_decide', 'referral_to_confirm', 'referral_at_stake'],
  'processor_notification_unprocessed',
]

/**
 * Says where a plan reads a big table as a whole, or all that a tenant has in it: a sequential scan, or an index
 * scan that looks for the tenant alone. Below a limit the latter stops early when it takes every row that it finds, so
 * it is how a list is paged.
 */
export function wholeReads(node: PlanNode, isLimited = false): readonly string[] {
  const below = isLimited || node['Node Type'] === 'Limit'
  const found = (node.Plans ?? []).flatMap((it) => wholeReads(it, below))
  return readsWhole(node, isLimited) ? [...found, describe(node)] : found
}

function readsWhole(node: PlanNode, isLimited: boolean): boolean {
  const type = node['Node Type']
  if (type === 'Seq Scan') return bigTables.includes(node['Relation Name'] ?? '')
  if (!type.includes('Index') || (isLimited && node.Filter === undefined)) return false
  if (shortIndexes.includes(node['Index Name'] ?? '')) return false
  const table = node['Relation Name'] ?? node['Index Name'] ?? ''
  // An index's name begins with that of its table.
  const isBig =
    bigTables.some((it) => table.startsWith(it)) && !smallTables.some((it) => table.startsWith(it))
  return isBig && conditionsOf(node).length === 0
}

/** The conditions of an index search beside the tenant. */
function conditionsOf(node: PlanNode): readonly string[] {
  const text = node['Index Cond'] ?? ''
  return text.split(' AND ').filter((it) => it !== '' && !/tenant_id = /.test(it))
}

function describe(node: PlanNode): string {
  const where = node['Relation Name'] ?? node['Index Name'] ?? ''
  const filter = node.Filter === undefined ? '' : `, filtered by ${node.Filter}`
  return `${node['Node Type']} of ${where} by ${node['Index Cond'] ?? 'nothing'}${filter}`
}
