import { endpoints } from '@goodword/contract/all-endpoints'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { readTestData, requestTestDataErasure } from './request-erasure.ts'

/** The data of a test program. */
export function testDataEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.readTestData, (ctx, { tenant }) => readTestData(ctx, tenant.tenantId))
  serve(endpoints.eraseTestData, (ctx, { tenant, body, effectKey }) =>
    requestTestDataErasure(ctx, tenant.tenantId, { confirm: body.confirm, requestKey: effectKey }),
  )
}
