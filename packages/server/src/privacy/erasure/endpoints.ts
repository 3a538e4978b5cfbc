import { endpoints } from '@goodword/contract/all-endpoints'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { readableSections } from '../personal-data/readable-data.ts'
import { beginErasure } from './begin-erasure.ts'
import { noteErasure } from './note-erasure.ts'
import { noteDataShown, readUserData, type UserData } from './read-user-data.ts'

const DEFAULT_LIMIT = 1000

export function erasureEndpoints(serve: ServeEndpoint): void {
  /** Everything that is stored about a person; fields are those of the tables. */
  serve(endpoints.readUserData, async (ctx, { tenant, params, query }) => {
    const user = { accountId: params.accountId as AccountId, userId: params.userId as UserId }
    const page = { limit: query.limit ?? DEFAULT_LIMIT, cursor: query.cursor ?? null }
    await noteDataShown(ctx, tenant.tenantId, user)
    const { sections, ...data } = await readUserData(ctx, tenant.tenantId, user, page)
    const entries = Object.entries(sections).map(([name, rows]) => [name, rows.map(recordOf)] as const)
    // The sections have the names that the contract gives them.
    return {
      ...user,
      ...data,
      ...(Object.fromEntries(entries) as Record<keyof typeof sections, DataRecord[]>),
      ...(query.readable === 'true' ? { readable: readableAnswer(sections) } : {}),
    }
  })
  serve(endpoints.eraseUser, (ctx, { tenant: { tenantId }, params }) => {
    const ids = [params.accountId as AccountId, params.userId as UserId] as const
    return beginErasure(ctx, tenantId, ...ids, noteErasure(ctx))
  })
}

function readableAnswer(sections: UserData['sections']) {
  return readableSections(sections).map((it) => ({ ...it, records: [...it.records] }))
}

type DataRecord = Readonly<Record<string, unknown>>

/** A row with the field names of the API. */
function recordOf(row: DataRecord): DataRecord {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [camelCase(name), value]))
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
