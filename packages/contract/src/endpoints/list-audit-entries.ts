import { Type } from 'typebox'
import { AuditEntry, exampleAuditEntry } from '../audit-entry.ts'
import { endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../list.ts'
import { timeRange } from '../values.ts'

const exactly = (description: string) =>
  Type.Optional(Type.String({ format: 'person-name', minLength: 1, maxLength: 256, description }))

export const listAuditEntries = endpoint({
  name: 'listAuditEntries',
  tag: 'Audit log',
  method: 'GET',
  path: '/audit',
  summary: 'List the audit log',
  description:
    'Returns who changed what, newest first: every write by staff, every write by an API key with the scope `admin`, and every command of the operator. Entries are only ever added, and form a chain by their hashes. They hold no personal data of users. Filters are combined with AND.',
  scope: 'admin',
  params: Type.Object({}),
  query: listQuery({
    actor: exactly('Only changes by this actor, exactly as an entry names it.'),
    action: exactly('Only changes of this kind, such as `replaceProgram`.'),
    subject: exactly('Only changes of what has this ID.'),
    dateCreated: Type.Optional(timeRange('Only changes made in this time range.')),
  }),
  body: null,
  success: { 200: listOf('entries', AuditEntry) },
  refusals: [],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, entries: [exampleAuditEntry] } },
})
