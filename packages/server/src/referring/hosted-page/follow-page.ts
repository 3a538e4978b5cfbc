import { Refusal } from '@goodword/contract/frame/refusal'
import type { Transaction } from '../../frame/context.ts'
import type { FullSettings } from '../../frame/program/program-of.ts'
import { deletePageSessions } from './rows/page-sessions.ts'

/**
 * Ends all sessions of the hosted page when it is turned off, so that none comes back with it.
 *
 * @throws Refusal VALIDATION_FAILED for a page of a program without e-mails, where no person could sign in
 */
export async function followHostedPage(
  tx: Transaction,
  before: FullSettings,
  after: FullSettings,
): Promise<void> {
  if (after.hostedPage.enabled && after.emails === null) {
    throw new Refusal(
      'VALIDATION_FAILED',
      '"hostedPage.enabled" needs e-mails, because people sign in by a link that is sent to them. Set "emails" with the address that e-mails come from, or turn the page off.',
      'hostedPage.enabled',
    )
  }
  if (before.hostedPage.enabled && !after.hostedPage.enabled) await deletePageSessions(tx)
}
