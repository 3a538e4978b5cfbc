import { blockAccount } from '@goodword/contract/endpoints/block-account'
import { eraseUser } from '@goodword/contract/endpoints/erase-user'
import { listAccountEvents } from '@goodword/contract/endpoints/list-account-events'
import { listAccounts } from '@goodword/contract/endpoints/list-accounts'
import { listEvents } from '@goodword/contract/endpoints/list-events'
import { listUsers } from '@goodword/contract/endpoints/list-users'
import { readAccount } from '@goodword/contract/endpoints/read-account'
import { readUser } from '@goodword/contract/endpoints/read-user'
import { readUserData } from '@goodword/contract/endpoints/read-user-data'
import { reportPaymentReversal } from '@goodword/contract/endpoints/report-payment-reversal'
import { syncAccount } from '@goodword/contract/endpoints/sync-account'
import { unblockAccount } from '@goodword/contract/endpoints/unblock-account'
import { upsertUser } from '@goodword/contract/endpoints/upsert-user'
import { handleBlockAccount } from '../handlers/accounts/block-account.ts'
import { handleListAccountEvents } from '../handlers/accounts/list-account-events.ts'
import { handleListAccounts } from '../handlers/accounts/list-accounts.ts'
import { handleListUsers } from '../handlers/accounts/list-users.ts'
import { handleReadAccount } from '../handlers/accounts/read-account.ts'
import { handleReadUser } from '../handlers/accounts/read-user.ts'
import { handleSyncAccount } from '../handlers/accounts/sync-account.ts'
import { handleUnblockAccount } from '../handlers/accounts/unblock-account.ts'
import { handleUpsertUser } from '../handlers/accounts/upsert-user.ts'
import { handleListEvents } from '../handlers/events/list-events.ts'
import { handleReportPaymentReversal } from '../handlers/payments/report-payment-reversal.ts'
import { handleEraseUser } from '../handlers/people/erase-user.ts'
import { handleReadUserData } from '../handlers/people/read-user-data.ts'
import type { ServeEndpoint } from '../server/handler.ts'

/** Accounts, their users, and what happened to them. */
export function accountRoutes(serve: ServeEndpoint): void {
  serve(syncAccount, handleSyncAccount)
  serve(readAccount, handleReadAccount)
  serve(listAccounts, handleListAccounts)
  serve(listAccountEvents, handleListAccountEvents)
  serve(blockAccount, handleBlockAccount)
  serve(unblockAccount, handleUnblockAccount)
  serve(reportPaymentReversal, handleReportPaymentReversal)
  serve(listEvents, handleListEvents)
  serve(readUser, handleReadUser)
  serve(upsertUser, handleUpsertUser)
  serve(listUsers, handleListUsers)
  serve(readUserData, handleReadUserData)
  serve(eraseUser, handleEraseUser)
}
