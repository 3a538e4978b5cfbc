import { endpoints } from '@goodword/contract/endpoints/all'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import { readFigures } from '../../../operations/referring/figures/read-figures.ts'
import type { ServeEndpoint } from '../../server/handler.ts'
import { figuresAnswer } from './figures-answer.ts'

/** What a person achieved. */
export function figuresEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.readFigures, async (ctx, { tenant: { tenantId }, params }) =>
    figuresAnswer(await readFigures(ctx, tenantId, params.accountId as AccountId, params.userId as UserId)),
  )
}
