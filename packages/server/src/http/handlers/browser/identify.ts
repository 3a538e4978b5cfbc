import type { identify } from '@goodword/contract/endpoints/identify'
import { shareLinks } from '../../../operations/referring/share-links/share-links.ts'
import { identifyUser } from '../../identify-browser.ts'
import type { Handler } from '../../server/handler.ts'

/**
 * Identifies the user of a page. Unsigned, the response is the same for every outcome and has no stored
 * data. A signed call also gets whether the account is referred, and why or why not.
 */
export const handleIdentify: Handler<typeof identify> = async (
  ctx,
  { tenant: { tenantId }, body, header },
) => {
  const identified = await identifyUser(ctx, tenantId, body, header('authorization'))
  const { accountId, userId, code, isSigned, attribution } = identified
  return {
    accountId,
    userId,
    referralCode: code,
    shareLinks: shareLinks(ctx, tenantId, code),
    ...(isSigned ? attribution : {}),
  }
}
