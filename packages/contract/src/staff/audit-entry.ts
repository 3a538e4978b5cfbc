import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, recordId, time } from '../frame/values.ts'

export const AuditEntry = Type.Object(
  {
    id: recordId('ID of the entry.'),
    dateCreated: time('When the change was made.'),
    actor: Type.String({
      description:
        'Who made it: `key ****` and the last four characters of the API key, `staff` with ID and e-mail address, `operator` with the user of the machine, or `service`.',
      examples: ['key ****4kQx'],
    }),
    action: Type.String({
      description:
        'What was done: the name of the operation of this API, or of the change by a command of the operator.',
      examples: ['updateWebhook'],
    }),
    subject: nullable(
      Type.String({ description: 'ID of what was changed; null for the program and for what has none.' }),
    ),
    accountId: nullable(
      Type.String({
        description:
          'Your ID of the account whose reward or credit was changed; null for other entries, and when there is no such account any more.',
      }),
    ),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'More about the change, without secrets. `changed` has the fields of settings, each with its value before and after. `outcome` is `REFUSED` with the `errorCode`, `FAILED`, or `UNCHANGED` if the request found everything as it wanted it. `requestId` is the ID of the request, `byKeyId` that of the API key.',
    }),
    address: nullable(
      Type.String({ description: 'IP address that the request came from; null for a command.' }),
    ),
    userAgent: nullable(
      Type.String({ description: 'Start of the `User-Agent` header of the request; null for none.' }),
    ),
    sequence: nullable(
      Type.Integer({
        description:
          'Number of the entry in the chain of the program, from 1 without a gap; null for an entry that was not added by the service.',
      }),
    ),
    previousHash: nullable(
      Type.String({ description: '`hash` of the entry before it; null for the first entry.' }),
    ),
    hash: nullable(
      Type.String({
        description:
          'SHA-256 over this entry without `accountId`, and `previousHash`, in hexadecimal. Whoever knows the hash of the newest entry can tell later that no entry up to it was changed or removed.',
      }),
    ),
  },
  { title: 'AuditEntry', description: 'An entry of the audit log: who changed what, when and from where.' },
)
export type AuditEntry = ShapeOf<typeof AuditEntry>

export const exampleAuditEntry: AuditEntry = {
  id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f',
  dateCreated: 1_780_000_000_000,
  actor: 'key ****4kQx',
  action: 'replaceProgram',
  subject: null,
  accountId: null,
  details: {
    version: 4,
    changed: { cookieDays: [90, 30] },
    requestId: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d50',
    byKeyId: '019a5f2e-0000-7000-8000-000000000001',
  },
  address: '203.0.113.7',
  userAgent: 'curl/8.14.1',
  sequence: 12,
  previousHash: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
  hash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
}
