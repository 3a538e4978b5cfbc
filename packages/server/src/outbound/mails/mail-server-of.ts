import { modeOf, type TenantId } from '@goodword/domain/values/ids'
import type { MailServer } from '../../engine/mail-server/mail-server.ts'
import type { Context } from '../../frame/context.ts'

/** The mail server that the e-mails of a tenant are sent to; null if they are kept: those of test programs always are. */
export function mailServerOf({ mailServer }: Context, tenantId: TenantId): MailServer | null {
  return modeOf(tenantId) === 'test' ? null : mailServer
}
