import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../operations/foundation/context.ts'

/** Where a person confirms what their assistants want to change in a program. */
export function waitingAddress({ baseUrl }: Pick<Context, 'baseUrl'>, tenantId: TenantId): string {
  return `${baseUrl}/portal/${tenantId}/waiting`
}
