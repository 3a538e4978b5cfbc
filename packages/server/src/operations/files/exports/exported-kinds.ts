import type { ExportKind } from '@goodword/domain/files/export'
import { exportedBalances } from './kinds/balances.ts'
import { exportedBills } from './kinds/bills.ts'
import { exportedClicks } from './kinds/clicks.ts'
import { exportedEvents } from './kinds/events.ts'
import { exportedReferrals } from './kinds/referrals.ts'
import { exportedRewards } from './kinds/rewards.ts'
import { exportedUsers } from './kinds/users.ts'
import { type RecordReader, recordReader } from './record-text.ts'

/** What reads each kind of record, and writes it as text. */
export const recordReaders: Readonly<Record<ExportKind, RecordReader>> = {
  users: recordReader(exportedUsers),
  referrals: recordReader(exportedReferrals),
  rewards: recordReader(exportedRewards),
  balances: recordReader(exportedBalances),
  bills: recordReader(exportedBills),
  events: recordReader(exportedEvents),
  clicks: recordReader(exportedClicks),
}
