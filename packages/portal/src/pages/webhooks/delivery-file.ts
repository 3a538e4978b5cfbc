import type { Delivery } from '@goodword/client'
import { type Columns, timeCell } from '@goodword/domain/files/csv-record'

export const deliveryFile: Columns<Delivery> = {
  type: (it) => it.type,
  state: (it) => it.state,
  lastStatus: (it) => it.attempts.at(-1)?.status ?? null,
  lastError: (it) => it.attempts.at(-1)?.error ?? null,
  attempts: (it) => it.attempts.length,
  dateCreated: (it) => timeCell(it.dateCreated),
  dateNextAttempt: (it) => timeCell(it.nextAttempt),
  eventId: (it) => it.eventId,
  id: (it) => it.id,
}
