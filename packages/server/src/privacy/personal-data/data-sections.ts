import { MAX_RECEIVERS } from '@goodword/contract/webhooks/webhook-receiver'
import { NIL } from 'uuid'
import { listNotifications, subscriptionsOfAccount } from '../../billing/rows/customer-rows.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { listKeptRequests } from '../rows/kept-requests.ts'
import {
  customerRows,
  exportRows,
  scanClicks,
  scanRedemptions,
  scanReservations,
  subscriptionRows,
} from '../rows/scanned-rows.ts'
import {
  type Owner,
  type RowReader,
  readAccountRow,
  readBalances,
  readCodes,
  readDeliveries,
  readEntries,
  readEvents,
  readEvidence,
  readFormerCodes,
  readInvitations,
  readMailRows,
  readOwnReferral,
  readReferrals,
  readRewards,
  readUserRow,
  type StoredRow,
} from '../rows/user-data-rows.ts'
import { isAnswerAbout } from './answers-about.ts'
import { notificationsAbout } from './notifications-about.ts'
import type { DataSection } from './treatment.ts'
import type { Wanted } from './wanted.ts'

/** The user whose data is read. */
export type Subject = Owner & {
  readonly wanted: Wanted
  readonly customerId: string | null
  /** The account has no other users. */
  readonly isOnlyUser: boolean
}

/** Some rows of a section, and the position after which it goes on; null at its end. */
export type SectionPage = { readonly rows: readonly StoredRow[]; readonly next: string | null }

/** Reads rows of a section after a position ('' for the first): at most `limit`. */
export type SectionReader = (
  tx: TenantTx,
  subject: Subject,
  after: string,
  limit: number,
) => Promise<SectionPage>

/** Rows of a table that has no index by person are read in pages of so many. */
const SCANNED = 1000
/** A notification has up to 256 KiB. */
const SCANNED_NOTIFICATIONS = 20
const SCANNED_ANSWERS = 500

const keysInPages = paged(readEvidence, 'key')

/** How each section is read, in the order of the answer. */
export const sectionReaders: Readonly<Record<DataSection, SectionReader>> = {
  user: once(readUserRow),
  account: once(readAccountRow),
  codes: paged(readCodes, 'code'),
  formerCodes: paged(readFormerCodes, 'spelling'),
  referral: once(readOwnReferral),
  referrals: paged(readReferrals, 'id'),
  rewards: paged(readRewards, 'id'),
  ledger: paged(readEntries, 'effective_at', 'id'),
  balances: once(readBalances),
  redemptions: scanned(SCANNED, scanRedemptions, (row, { account }) => row.account_id === account, 'id'),
  events: paged(readEvents, 'id'),
  async clicks(tx, { user }, after, limit) {
    const size = Math.min(limit, SCANNED)
    const rows = await scanClicks(tx, after, size)
    const own = rows.filter((it) => it.user_id === user)
    const last = rows.at(-1)
    return {
      rows: own.map(({ clicked_at, via }) => ({ clicked_at, via })),
      next: rows.length < size || last === undefined ? null : `${last.exact_time} ${last.id}`,
    }
  },
  async evidence(tx, subject, after, limit) {
    const { rows, next } = await keysInPages(tx, subject, after, limit)
    return { rows: rows.map(({ key: _, ...shown }) => shown), next }
  },
  processorCustomers: once((tx, { account }) => customerRows(tx, account)),
  processorSubscriptions: paged(
    (tx, { account }, after, limit) => subscriptionRows(tx, account, after, limit),
    'id',
  ),
  creditReservations: scanned(
    SCANNED,
    scanReservations,
    (row, { account }) => row.account_id === account,
    'id',
  ),
  async notifications(tx, { account, wanted, customerId }, after, limit) {
    const size = Math.min(limit, SCANNED_NOTIFICATIONS)
    const subscriptions = await subscriptionsOfAccount(tx, account)
    const isAbout = notificationsAbout(wanted, customerId, subscriptions)
    const rows = await listNotifications(tx, after === '' ? NIL : after, size)
    return {
      rows: rows.filter(isAbout),
      next: rows.length < size ? null : (rows.at(-1)?.id ?? null),
    }
  },
  async idempotentAnswers(tx, { wanted, isOnlyUser }, after, limit) {
    const size = Math.min(limit, SCANNED_ANSWERS)
    const rows = await listKeptRequests(tx, after, size)
    return {
      rows: rows.filter((row) => isAnswerAbout(row.answer, wanted, isOnlyUser)),
      next: rows.length < size ? null : (rows.at(-1)?.key ?? null),
    }
  },
  mails: paged(readMailRows, 'id'),
  invitations: paged(readInvitations, 'created_at', 'id'),
  exports: paged((tx, _owner, after, limit) => exportRows(tx, after, limit), 'id'),
  async deliveries(tx, subject, after, limit) {
    const events = Math.max(1, Math.floor(limit / MAX_RECEIVERS))
    const rows = await readDeliveries(tx, subject, after, events)
    const found = new Set(rows.map((it) => it.event))
    return {
      rows: rows.filter((it) => it.id !== null),
      next: found.size < events ? null : String(rows.at(-1)?.event),
    }
  },
}

/** A section with a row or a few. */
function once(read: RowReader): SectionReader {
  return async (tx, subject, after, limit) => ({ rows: await read(tx, subject, after, limit), next: null })
}

/** A section in the order of these columns, which are the position of a row. */
function paged(read: RowReader, ...columns: readonly string[]): SectionReader {
  return async (tx, subject, after, limit) => {
    const rows = await read(tx, subject, after, limit)
    const last = rows.at(-1)
    const isLast = rows.length < limit || last === undefined
    return { rows, next: isLast ? null : columns.map((it) => String(last[it])).join(' ') }
  }
}

/** The rows of a person among pages of a whole table. */
function scanned<Row extends StoredRow>(
  size: number,
  scan: (tx: TenantTx, after: string, limit: number) => Promise<readonly Row[]>,
  isWanted: (row: Row, subject: Subject) => boolean,
  position: string,
): SectionReader {
  return async (tx, subject, after, limit) => {
    const most = Math.min(limit, size)
    const rows = await scan(tx, after, most)
    const last = rows.at(-1)
    return {
      rows: rows.filter((row) => isWanted(row, subject)),
      next: rows.length < most || last === undefined ? null : String(last[position]),
    }
  }
}
