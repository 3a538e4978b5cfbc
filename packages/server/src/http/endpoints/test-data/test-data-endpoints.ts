import { endpoints } from '@goodword/contract/endpoints/all'
import { readTestData } from '../../../operations/files/test-data/read-test-data.ts'
import { requestTestDataErasure } from '../../../operations/files/test-data/request-erasure.ts'
import type { ServeEndpoint } from '../../server/handler.ts'

/** The data of a test program. */
export function testDataEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.readTestData, (ctx, { tenant }) => readTestData(ctx, tenant.tenantId))
  serve(endpoints.eraseTestData, (ctx, { tenant, body, effectKey }) =>
    requestTestDataErasure(ctx, tenant.tenantId, { confirm: body.confirm, requestKey: effectKey }),
  )
}
