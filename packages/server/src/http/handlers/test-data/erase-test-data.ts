import type { eraseTestData } from '@goodword/contract/endpoints/erase-test-data'
import { requestTestDataErasure } from '../../../operations/files/test-data/request-erasure.ts'
import type { Handler } from '../../server/handler.ts'

export const handleEraseTestData: Handler<typeof eraseTestData> = (ctx, { tenant, body, effectKey }) =>
  requestTestDataErasure(ctx, tenant.tenantId, { confirm: body.confirm, requestKey: effectKey })
