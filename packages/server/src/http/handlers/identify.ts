import type { identify } from '@goodword/contract/endpoints/identify'
import { shareLinks } from '../answers/share-links.ts'
import { browserIdentifier } from '../identify-browser.ts'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'

/**
 * What a page says of its user. Unsigned, the answer is the same whatever came of it: it tells nothing that was
 * stored. Under the merchant's signature it also tells whether the account is referred, and why or why not.
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
