import type { loadWidget } from '@goodword/contract/endpoints/load-widget'
import { DEFAULT_LIMIT } from '@goodword/contract/list'
import { pageRequestOf } from '../../../operations/foundation/page.ts'
import { lookUpCode } from '../../../operations/referring/codes/look-up-codes.ts'
import { readOwnProgress } from '../../../operations/referring/read-own-progress.ts'
import { readAccountDiscount } from '../../../operations/referring/rewards/read-account-discount.ts'
import { shareLinks } from '../../../operations/referring/share-links/share-links.ts'
import { codeFaultAnswer, progressAnswer, silentProgress, widgetProgramAnswer } from '../../answers/widget.ts'
import { identifyUser } from '../../identify-browser.ts'
import type { Handler } from '../../server/handler.ts'

export const handleLoadWidget: Handler<typeof loadWidget> = async (
  ctx,
  { tenant: { tenantId }, query, body, header },
) => {
  const pages = { referrals: pageAfter(query.referralsCursor), rewards: pageAfter(query.rewardsCursor) }
  // A request that is refused leaves nothing behind, so the cursors come before the identification.
  for (const [list, page] of Object.entries(pages)) pageRequestOf(page, `${list}Cursor`)
  const { accountId, userId, code, isSigned, isErased } = await identifyUser(
    ctx,
    tenantId,
    body,
    header('authorization'),
  )
  const self = { accountId, userId }
  const [{ settings, fault }, progress] = await Promise.all([
    lookUpCode(ctx, tenantId, code),
    isSigned && !isErased
      ? Promise.all([
          readOwnProgress(ctx, tenantId, self, pages),
          readAccountDiscount(ctx, tenantId, accountId, null),
        ])
      : null,
  ])
  return {
    ...self,
    referralCode: code,
    codeFault: codeFaultAnswer(fault),
    shareLinks: shareLinks(ctx, tenantId, code),
    program: widgetProgramAnswer(settings),
    ...(progress === null ? silentProgress : progressAnswer(...progress)),
  }
}

function pageAfter(cursor: string | undefined) {
  return { limit: DEFAULT_LIMIT, cursor: cursor ?? null, countAll: false }
}
