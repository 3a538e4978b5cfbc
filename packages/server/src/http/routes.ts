import { cancelReward } from '@goodword/contract/endpoints/cancel-reward'
import { giveReward } from '@goodword/contract/endpoints/give-reward'
import { identify } from '@goodword/contract/endpoints/identify'
import { linkDiscount } from '@goodword/contract/endpoints/link-discount'
import { listAccountEvents } from '@goodword/contract/endpoints/list-account-events'
import { listReferrals } from '@goodword/contract/endpoints/list-referrals'
import { listRewards } from '@goodword/contract/endpoints/list-rewards'
import { listUsers } from '@goodword/contract/endpoints/list-users'
import { loadWidget } from '@goodword/contract/endpoints/load-widget'
import { lookUpCode } from '@goodword/contract/endpoints/look-up-code'
import { lookUpOpenCode } from '@goodword/contract/endpoints/look-up-open-code'
import { lookUpTrackingCookie } from '@goodword/contract/endpoints/look-up-tracking-cookie'
import { moderateReferrals } from '@goodword/contract/endpoints/moderate-referrals'
import { moveTestClock } from '@goodword/contract/endpoints/move-test-clock'
import { readAccount } from '@goodword/contract/endpoints/read-account'
import { readAccountReward } from '@goodword/contract/endpoints/read-account-reward'
import { readProgram } from '@goodword/contract/endpoints/read-program'
import { readReferral } from '@goodword/contract/endpoints/read-referral'
import { readTestClock } from '@goodword/contract/endpoints/read-test-clock'
import { readUser } from '@goodword/contract/endpoints/read-user'
import { redeemCredit } from '@goodword/contract/endpoints/redeem-credit'
import { replaceProgram } from '@goodword/contract/endpoints/replace-program'
import { syncAccount } from '@goodword/contract/endpoints/sync-account'
import { updateCode } from '@goodword/contract/endpoints/update-code'
import { upsertUser } from '@goodword/contract/endpoints/upsert-user'
import type { FastifyInstance } from 'fastify'
import { handleCancelReward } from './handlers/cancel-reward.ts'
import { handleGiveReward } from './handlers/give-reward.ts'
import { handleIdentify } from './handlers/identify.ts'
import { handleLinkDiscount } from './handlers/link-discount.ts'
import { handleListAccountEvents } from './handlers/list-account-events.ts'
import { handleListReferrals } from './handlers/list-referrals.ts'
import { handleListRewards } from './handlers/list-rewards.ts'
import { handleListUsers } from './handlers/list-users.ts'
import { handleLoadWidget } from './handlers/load-widget.ts'
import { handleLookUpCode } from './handlers/look-up-code.ts'
import { handleLookUpOpenCode } from './handlers/look-up-open-code.ts'
import { handleLookUpTrackingCookie } from './handlers/look-up-tracking-cookie.ts'
import { handleModerateReferrals } from './handlers/moderate-referrals.ts'
import { handleMoveTestClock } from './handlers/move-test-clock.ts'
import { handleReadAccount } from './handlers/read-account.ts'
import { handleReadAccountReward } from './handlers/read-account-reward.ts'
import { handleReadProgram } from './handlers/read-program.ts'
import { handleReadReferral } from './handlers/read-referral.ts'
import { handleReadTestClock } from './handlers/read-test-clock.ts'
import { handleReadUser } from './handlers/read-user.ts'
import { handleRedeemCredit } from './handlers/redeem-credit.ts'
import { handleReplaceProgram } from './handlers/replace-program.ts'
import { handleSyncAccount } from './handlers/sync-account.ts'
import { handleUpdateCode } from './handlers/update-code.ts'
import { handleUpsertUser } from './handlers/upsert-user.ts'
import type { RouteDependencies } from './route-dependencies.ts'
import { serveScript } from './script-releases.ts'
import { serving } from './serve.ts'
import { redirectShareLinks } from './share-link.ts'
import { serveWidget } from './widget-page.ts'

/** The table of contents: every operation of the API, and the links that people share. */
export function routes(app: FastifyInstance, it: RouteDependencies): void {
  const serve = serving(app, it.callers, it.operations.answerOnce, it.limits)
  serve(syncAccount, handleSyncAccount(it))
  serve(readAccount, handleReadAccount(it))
  serve(listAccountEvents, handleListAccountEvents(it))
  serve(lookUpCode, handleLookUpCode(it))
  serve(linkDiscount, handleLinkDiscount())
  serve(readAccountReward, handleReadAccountReward(it))
  serve(readUser, handleReadUser(it))
  serve(listReferrals, handleListReferrals(it))
  serve(readReferral, handleReadReferral(it))
  serve(listRewards, handleListRewards(it))
  serve(identify, handleIdentify(it))
  serve(loadWidget, handleLoadWidget(it))
  serve(lookUpOpenCode, handleLookUpOpenCode(it))
  serve(lookUpTrackingCookie, handleLookUpTrackingCookie(it))
  serve(upsertUser, handleUpsertUser(it))
  serve(listUsers, handleListUsers(it))
  serve(updateCode, handleUpdateCode(it))
  serve(moderateReferrals, handleModerateReferrals(it))
  serve(giveReward, handleGiveReward(it))
  serve(cancelReward, handleCancelReward(it))
  serve(redeemCredit, handleRedeemCredit(it))
  serve(readProgram, handleReadProgram(it))
  serve(replaceProgram, handleReplaceProgram(it))
  serve(readTestClock, handleReadTestClock(it))
  serve(moveTestClock, handleMoveTestClock(it))
  redirectShareLinks(app, it)
  serveScript(app)
  serveWidget(app, it)
}
