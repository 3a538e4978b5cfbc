import { Type } from 'typebox'
import { endpoint } from '../frame/endpoint.ts'
import { listOf, listOrder, listQuery } from '../frame/list.ts'
import { timeRange } from '../frame/values.ts'
import { AuditEntry, exampleAuditEntry } from './audit-entry.ts'

const exactly = (description: string) =>
  Type.Optional(Type.String({ format: 'person-name', minLength: 1, maxLength: 256, description }))

export const listAuditEntries = endpoint({
  name: 'listAuditEntries',
  tag: 'Audit log',
  method: 'GET',
  path: '/audit',
  summary: 'List the audit log',
  description:
    'Returns who changed or opened what, newest first unless `order` says otherwise: every write by staff, every write by an API key with the scope `admin`, every command of the operator, and every read that shows what is stored about or written to single people, downloads of exports included. What people of staff do to their own accounts, such as signing in, is in the log of the merchant’s oldest live program; of refused sign-ins up to ten an hour for each person and process. Entries are only ever added, and form a chain by their hashes. They hold no personal data of users. Filters are combined with AND.',
  scope: 'admin',
  params: Type.Object({}),
  query: listQuery({
    actor: exactly('Only changes by this actor, exactly as an entry names it.'),
    action: exactly('Only changes of this kind, such as `replaceProgram`.'),
    subject: exactly('Only changes of what has this ID.'),
    dateCreated: Type.Optional(timeRange('Only changes made in this time range.')),
    order: listOrder(),
  }),
  body: null,
  success: { 200: listOf('entries', AuditEntry, 'in the requested order') },
  refusals: [],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, entries: [exampleAuditEntry] } },
})
