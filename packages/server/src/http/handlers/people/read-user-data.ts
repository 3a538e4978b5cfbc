import type { readUserData as endpoint } from '@goodword/contract/endpoints/read-user-data'
import type { AccountId, UserId } from '@goodword/domain/ids'
import {
  noteDataShown,
  readUserData,
  type UserData,
} from '../../../operations/privacy/erasure/read-user-data.ts'
import { readableSections } from '../../../operations/privacy/personal-data/readable-data.ts'
import type { Handler } from '../../server/handler.ts'

const DEFAULT_LIMIT = 1000

/** Everything that is stored about a person; fields are those of the tables. */
export const handleReadUserData: Handler<typeof endpoint> = async (ctx, { tenant, params, query }) => {
  const person = { accountId: params.accountId as AccountId, userId: params.userId as UserId }
  const page = { limit: query.limit ?? DEFAULT_LIMIT, cursor: query.cursor ?? null }
  await noteDataShown(ctx, tenant.tenantId, person)
  const { sections, ...data } = await readUserData(ctx, tenant.tenantId, person, page)
  const entries = Object.entries(sections).map(([name, rows]) => [name, rows.map(recordOf)] as const)
  // The sections have the names that the contract gives them.
  return {
    ...person,
    ...data,
    ...(Object.fromEntries(entries) as Record<keyof typeof sections, DataRecord[]>),
    ...(query.readable === 'true' ? { readable: readableAnswer(sections) } : {}),
  }
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
