import { endpoints } from '@goodword/contract/all-endpoints'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { readFigures } from './read-figures.ts'

export function figuresEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.readFigures, (ctx, { tenant: { tenantId }, params }) =>
    readFigures(ctx, tenantId, params.accountId as AccountId, params.userId as UserId),
  )
}
