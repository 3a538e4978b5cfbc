import type { loadWidget } from '@goodword/contract/endpoints/load-widget'
import { DEFAULT_LIMIT } from '@goodword/contract/list'
import { pageRequestOf } from '../../operations/lists/page.ts'
import { shareLinks } from '../answers/share-links.ts'
import { codeFaultAnswer, progressAnswer, untoldProgress, widgetProgramAnswer } from '../answers/widget.ts'
import { browserIdentifier } from '../identify-browser.ts'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'

export function handleLoadWidget(it: RouteDependencies): Handler<typeof loadWidget> {
  const identify = browserIdentifier(it)
  return async ({ tenant: { tenantId }, query, body, header }) => {
    const pages = { referrals: pageAfter(query.referralsCursor), rewards: pageAfter(query.rewardsCursor) }
    // A request that is refused leaves nothing behind, so the cursors come before the identification.
    for (const [list, page] of Object.entries(pages)) pageRequestOf(page, `${list}Cursor`)
    const { accountId, userId, code, isSigned } = await identify(tenantId, body, header('authorization'))
    const self = { accountId, userId }
    const [{ settings, fault }, progress] = await Promise.all([
      it.operations.lookUpCode(tenantId, code),
      isSigned
        ? Promise.all([
            it.operations.readOwnProgress(tenantId, self, pages),
            it.operations.readAccountDiscount(tenantId, accountId, null),
          ])
        : null,
    ])
    return {
      ...self,
      referralCode: code,
      codeFault: codeFaultAnswer(fault),
      shareLinks: shareLinks(it, tenantId, code),
      program: widgetProgramAnswer(settings),
      ...(progress === null ? untoldProgress : progressAnswer(...progress)),
    }
  }
}

function pageAfter(cursor: string | undefined) {
  return { limit: DEFAULT_LIMIT, cursor: cursor ?? null, countAll: false }
}
