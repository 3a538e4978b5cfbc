import type { identify } from '@goodword/contract/endpoints/identify'
import { shareLinks } from '../answers/share-links.ts'
import { browserIdentifier } from '../identify-browser.ts'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'

/**
 * Identifies the user of a page. Unsigned, the response is the same for every outcome and has no stored
 * data. A signed call also gets whether the account is referred, and why or why not.
 */
export function handleIdentify(it: RouteDependencies): Handler<typeof identify> {
  const identifyUser = browserIdentifier(it)
  return async ({ tenant: { tenantId }, body, header }) => {
    const identified = await identifyUser(tenantId, body, header('authorization'))
    const { accountId, userId, code, isSigned, attribution } = identified
    return {
      accountId,
      userId,
      referralCode: code,
      shareLinks: shareLinks(it, tenantId, code),
      ...(isSigned ? attribution : {}),
    }
  }
}
